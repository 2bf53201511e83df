import { LIMITS } from '@memory-hub/contracts';
import { z } from 'zod';
import { Authorize, type RequestContext } from '../../../common';
import { defineTool, McpTool, type Tool, type ToolCall, type ToolResult } from '../../../infrastructure/mcp';
import { Memories } from '../memories.service';
import {
  agentField,
  agentUuid,
  categoryField,
  idempotency,
  metadataField,
  tagsField,
  writeOutput,
  writeResult,
} from './memory-write';

const input = z.strictObject({
  content: z
    .string()
    .min(1)
    .max(LIMITS.memoryCharacters)
    .describe('One fact in one self-contained sentence.'),
  category: categoryField,
  tags: tagsField,
  agentId: agentField,
  metadata: metadataField,
});

@McpTool()
export class MemoryAddTool implements Tool<typeof input, typeof writeOutput> {
  readonly definition = defineTool({
    name: 'memory_add',
    title: 'Remember a fact',
    description:
      'Keeps one fact: a preference, an event or a rule, in one self-contained sentence, in the language it was said in. Found by keyword at once and by meaning a moment later. What repeats a known fact is folded into it; a new value of the same thing replaces the old one, which stays in the history. Send an idempotency key in _meta.idempotencyKey to make a repeat safe.',
    input,
    output: writeOutput,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  });

  constructor(private readonly memories: Memories) {}

  @Authorize('create', 'Card')
  async call(
    ctx: RequestContext,
    { agentId, ...fact }: z.output<typeof input>,
    call: ToolCall,
  ): Promise<ToolResult<typeof writeOutput>> {
    return writeResult(
      await this.memories.add(ctx, { ...fact, ...agentUuid(agentId), ...idempotency(call.idempotencyKey) }),
      'Kept as',
    );
  }
}
