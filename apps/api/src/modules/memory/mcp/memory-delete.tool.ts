import { decodeId } from '@memory-hub/contracts';
import { z } from 'zod';
import { Authorize, type RequestContext } from '../../../common';
import { defineTool, McpTool, type Tool, type ToolResult } from '../../../infrastructure/mcp';
import { Memories } from '../memories.service';

const input = z.strictObject({ id: z.string().describe('Id of the memory, as memory_search gives it.') });
const output = z.object({ id: z.string(), deleted: z.boolean() });

@McpTool()
export class MemoryDeleteTool implements Tool<typeof input, typeof output> {
  readonly definition = defineTool({
    name: 'memory_delete',
    title: 'Forget a fact',
    description:
      'Deletes a remembered fact for good, out of every index at once. A later extraction of the same words does not bring it back.',
    input,
    output,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  });

  constructor(private readonly memories: Memories) {}

  @Authorize('delete', 'Card')
  async call(ctx: RequestContext, { id }: z.output<typeof input>): Promise<ToolResult<typeof output>> {
    await this.memories.remove(ctx, decodeId('card', id));
    return { text: `Forgot ${id}.`, structured: { id, deleted: true } };
  }
}
