import { encodeId, LIMITS } from '@memory-hub/contracts';
import { z } from 'zod';
import { Authorize, type RequestContext } from '../../../common';
import { defineTool, McpTool, type Tool, type ToolResult } from '../../../infrastructure/mcp';
import { Recall } from '../recall.service';

const input = z.strictObject({
  text: z
    .string()
    .max(LIMITS.queryCharacters)
    .describe("The user's newest message, or what the turn is about."),
  sessionId: z.string().optional().describe('The session of the turn; it decides whose memory is recalled.'),
  budgetTokens: z.int().min(1).max(2_000).optional().describe('Tokens that the recalled block may take.'),
});
const output = z.object({
  dynamic: z.string(),
  stable: z.string(),
  used: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      outcome: z.string(),
      matched: z.array(z.string()),
      similarity: z.string().optional(),
    }),
  ),
  mode: z.string(),
  degraded: z.array(z.string()),
  tookMs: z.number(),
});

/** Both blocks that go into the next prompt. */
@McpTool()
export class MemoryRecallTool implements Tool<typeof input, typeof output> {
  readonly definition = defineTool({
    name: 'memory_recall',
    title: 'Recall before a turn',
    description:
      'Gives two blocks for your next prompt. dynamic: remembered facts that bear on the text, to stand before the user message. stable: persona, scene index, mounted knowledge and tool guide, for the end of the system prompt; the same bytes until one of them changes, so prompt caches stay valid. Never takes longer than 5 seconds; late means an empty block.',
    input,
    output,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  });

  constructor(private readonly memory: Recall) {}

  @Authorize('read', 'Card')
  async call(ctx: RequestContext, asked: z.output<typeof input>): Promise<ToolResult<typeof output>> {
    const answer = await this.memory.recall(ctx, asked);
    return {
      text: [answer.dynamic, answer.stable].filter((block) => block !== '').join('\n\n'),
      structured: {
        dynamic: answer.dynamic,
        stable: answer.stable,
        used: answer.used.map((item) => ({
          id: encodeId(item.kind === 'card' ? 'card' : 'asset', item.id),
          kind: item.kind,
          outcome: item.outcome,
          matched: [...(item.why.keyword?.matched ?? [])],
          ...(item.why.meaning === undefined ? {} : { similarity: item.why.meaning.similarity }),
        })),
        mode: answer.mode,
        degraded: answer.degraded.map((entry) => `${entry.leg}: ${entry.reason}`),
        tookMs: answer.tookMs,
      },
    };
  }
}
