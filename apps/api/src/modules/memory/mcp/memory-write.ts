import { encodeId, decodeId, LIMITS } from '@memory-hub/contracts';
import { z } from 'zod';
import type { ToolResult } from '../../../infrastructure/mcp';
import type { MemoryWrite } from '../memories.service';

export const categoryField = z
  .string()
  .max(LIMITS.categoryCharacters)
  .optional()
  .describe('Category, e.g. preferences, conventions, project-notes, contacts, learnings.');
export const tagsField = z
  .array(z.string().min(1).max(LIMITS.tagCharacters))
  .max(LIMITS.tags)
  .optional()
  .describe('Tags.');
export const metadataField = z
  .record(z.string(), z.unknown())
  .optional()
  .describe('An object of your own, up to 16 KiB.');
export const agentField = z
  .string()
  .optional()
  .describe('Leave out, or give your own agent id; another one is answered as missing.');

export const writeOutput = z.object({ id: z.string(), taskId: z.string().optional(), status: z.string() });

/** What add and update answer at once; the task is only worth waiting for to read one's own write in its final form. */
export function writeResult({ cardId, taskId }: MemoryWrite, verb: string): ToolResult<typeof writeOutput> {
  const id = encodeId('card', cardId);
  const task = taskId === null ? undefined : encodeId('task', taskId);
  return {
    text: `${verb} ${id}.${task === undefined ? '' : ` It can be found now; task ${task} compares it with what is known.`}`,
    structured: {
      id,
      ...(task === undefined ? {} : { taskId: task }),
      status: task === undefined ? 'unchanged' : 'accepted',
    },
  };
}

export function agentUuid(agentId: string | undefined): { agentId?: string } {
  return agentId === undefined ? {} : { agentId: decodeId('agent', agentId) };
}

export function idempotency(key: string | null): { idempotencyKey?: string } {
  return key === null ? {} : { idempotencyKey: key };
}
