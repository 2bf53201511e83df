import type { PersonaLine } from '@memory-hub/memory';

export interface Scene {
  readonly id: string;
  readonly spaceId: string;
  readonly aclId: string;
  readonly agentId: string;
  readonly subjectId: string;
  readonly title: string;
  readonly summary: string;
  readonly markdown: string;
  readonly heat: number;
  readonly rev: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface Persona {
  readonly id: string;
  readonly spaceId: string;
  readonly aclId: string;
  readonly agentId: string;
  readonly subjectId: string;
  readonly markdown: string;
  readonly version: number;
  readonly updatedAt: Date;
  readonly lines: readonly PersonaLine[];
}

export interface Memory {
  readonly agentId: string;
  readonly subjectId: string;
}
