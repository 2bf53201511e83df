import { z } from 'zod';
import { Authorize, type RequestContext } from '../../../common';
import { defineTool, McpTool, type Tool, type ToolResult } from '../../../infrastructure/mcp';
import { Traces, type TraceNode } from '../traces.service';

const input = z.strictObject({ id: z.string().describe('Id of a memory, scene, persona or turn.') });
const node = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  at: z.string().optional(),
  links: z.array(z.string()),
  quotes: z.array(z.string()),
});
const output = z.object({
  focus: z.string(),
  persona: z.array(node),
  scenes: z.array(node),
  cards: z.array(node),
  turns: z.array(node),
});

/** Where a remembered line comes from, down to the words. */
@McpTool()
export class MemoryTraceTool implements Tool<typeof input, typeof output> {
  readonly definition = defineTool({
    name: 'memory_trace',
    title: 'Trace a memory to its words',
    description:
      'Shows where a remembered line comes from: persona (L3), scenes (L2), facts (L1) and the exact words of the conversation (L0), with links between them.',
    input,
    output,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  });

  constructor(private readonly traces: Traces) {}

  @Authorize('read', 'Card')
  async call(ctx: RequestContext, { id }: z.output<typeof input>): Promise<ToolResult<typeof output>> {
    const trace = await this.traces.trace(ctx, id);
    const layers = {
      persona: trace.persona.map(nodeOf),
      scenes: trace.scenes.map(nodeOf),
      cards: trace.cards.map(nodeOf),
      turns: trace.turns.map(nodeOf),
    };
    const lines = [
      ...layers.persona.map((item) => `L3 ${item.text}`),
      ...layers.scenes.map((item) => `L2 [${item.id}] ${item.title}`),
      ...layers.cards.map((item) => `L1 [${item.id}] ${item.text}`),
      ...layers.turns.map(
        (item) =>
          `L0 [${item.id}] ${item.title}, ${item.at ?? ''}: ${item.quotes.length === 0 ? item.text : item.quotes.join(' … ')}`,
      ),
    ];
    return { text: lines.join('\n'), structured: { focus: trace.focus, ...layers } };
  }
}

function nodeOf({ id, title, text, at, links, spans }: TraceNode): z.input<typeof node> {
  return {
    id,
    title,
    text,
    ...(at === null ? {} : { at: at.toISOString() }),
    links: [...links],
    quotes: spans.map((span) => text.slice(span.start, span.end)),
  };
}
