import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { z } from 'zod';
import { AUTHORIZE, type RequestContext, type Requirement } from '../../common';
import { lintToolSchema } from './schema-lint';
import { isTool, type Tool } from './tool';

export interface ListedTool {
  readonly tool: Tool;
  readonly inputSchema: Record<string, unknown>;
  readonly outputSchema: Record<string, unknown>;
  readonly requirement: NonNullable<Requirement>;
}

/** All tools of the program. Boot fails on a schema that some clients choke on, on a double name, on a missing rule. */
@Injectable()
export class ToolRegistry implements OnApplicationBootstrap {
  private readonly tools = new Map<string, ListedTool>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    for (const { instance } of this.discovery.getProviders()) {
      if (typeof instance !== 'object' || instance === null || !isTool((instance as object).constructor))
        continue;
      this.add(instance as Tool);
    }
  }

  find(name: string): ListedTool | undefined {
    return this.tools.get(name);
  }

  /** Tools that this principal could use at all, by name. */
  listFor(ctx: RequestContext): ListedTool[] {
    return this.all().filter(({ requirement }) => isAllowed(ctx, requirement));
  }

  all(): ListedTool[] {
    return [...this.tools.values()].sort((a, b) =>
      a.tool.definition.name < b.tool.definition.name ? -1 : 1,
    );
  }

  private add(tool: Tool): void {
    const { name, description, input, output } = tool.definition;
    const requirement = this.reflector.get<Requirement | undefined>(AUTHORIZE, tool.call);
    if (requirement === undefined || requirement === null)
      throw new Error(`the tool ${name} has no @Authorize`);
    if (this.tools.has(name)) throw new Error(`two tools are called ${name}`);
    if (description.length > 1_000) throw new Error(`the description of ${name} is over 1,000 characters`);
    const inputSchema = schemaOf(input, 'input');
    const outputSchema = schemaOf(output, 'output');
    const faults = [...lintToolSchema(inputSchema), ...lintToolSchema(outputSchema)];
    if (faults.length > 0) throw new Error(`the schema of ${name}: ${faults.join('; ')}`);
    this.tools.set(name, { tool, inputSchema, outputSchema, requirement });
  }
}

export function isAllowed(ctx: RequestContext, { action, subject }: NonNullable<Requirement>): boolean {
  return ctx.principal.kind !== 'anonymous' && ctx.ability.rules.can(action, subject);
}

function schemaOf(schema: z.ZodObject, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return plain;
}
