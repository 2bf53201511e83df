import { decodeId, LIMITS, notFound } from '@memory-hub/contracts';
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
  id: z.string().describe('Id of the memory, as memory_search gives it.'),
  content: z
    .string()
    .min(1)
    .max(LIMITS.memoryCharacters)
    .describe('The fact as it is right now, in one sentence.'),
  tags: tagsField,
  category: categoryField,
  agentId: agentField,
  metadata: metadataField,
});

@McpTool()
export class MemoryUpdateTool implements Tool<typeof input, typeof writeOutput> {
  readonly definition = defineTool({
    name: 'memory_update',
    title: 'Correct a fact',
    description:
      'Corrects a remembered fact. Only what you give changes; tags, category and metadata that you leave out stay as they are. What it said before is kept in its history. Correct rather than append.',
    input,
    output: writeOutput,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  });

  constructor(private readonly memories: Memories) {}

  @Authorize('edit', 'Card')
  async call(
    ctx: RequestContext,
    { id, agentId, ...fields }: z.output<typeof input>,
    call: ToolCall,
  ): Promise<ToolResult<typeof writeOutput>> {
    const named = agentUuid(agentId).agentId;
    if (named !== undefined && named !== ctx.principalId) throw notFound('agent');
    return writeResult(
      await this.memories.update(ctx, {
        id: decodeId('card', id),
        ...fields,
        ...idempotency(call.idempotencyKey),
      }),
      'Corrected',
    );
  }
}
