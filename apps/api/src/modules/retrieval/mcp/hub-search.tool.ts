import { LIMITS, MEMORY_LAYERS } from '@memory-hub/contracts';
import { z } from 'zod';
import { Authorize, type RequestContext } from '../../../common';
import { defineTool, McpTool, type Tool, type ToolResult } from '../../../infrastructure/mcp';
import { SEARCH_KINDS } from '../domain/indexed-item';
import { itemIdOf } from '../domain/item-id';
import { SearchView } from '../search-view.service';

const input = z.strictObject({
  query: z
    .string()
    .min(1)
    .max(LIMITS.queryCharacters)
    .describe('Words, "exact phrases", or qualifiers such as layer:L0 kind:skill after:2026-10-01.'),
  kinds: z.array(z.enum(SEARCH_KINDS)).optional().describe('Only these kinds of item.'),
  layers: z.array(z.enum(MEMORY_LAYERS)).optional().describe('Only these layers of your memory.'),
  sessionId: z
    .string()
    .min(1)
    .max(LIMITS.sessionIdCharacters)
    .optional()
    .describe(
      'The session of the turn: the memory of whom it is about is searched; that of your owner when left out.',
    ),
  limit: z.int().min(1).max(50).default(10).describe('Hits to return, 1 to 50.'),
  cursor: z.string().optional().describe('nextCursor of the page before.'),
});

const output = z.object({
  hits: z.array(
    z.object({
      id: z.string(), kind: z.string(), layer: z.string().optional(), title: z.string(), snippet: z.string(), trust: z.string(),
      path: z.string().optional(), eventTime: z.string().optional(), matched: z.array(z.string()),
    }), // prettier-ignore
  ),
  mode: z.string(),
  degraded: z.array(z.string()),
  total: z.number(),
  nextCursor: z.string().optional(),
});

/** Finds what the agent may read: its memory of one subject in all layers, and what is mounted on it. */
@McpTool()
export class HubSearchTool implements Tool<typeof input, typeof output> {
  readonly definition = defineTool({
    name: 'hub_search',
    title: 'Search the hub',
    description:
      'Finds assets mounted on you and your memory of one person in all layers (L0 turns, L1 cards, L2 scenes, L3 persona), by words and by meaning, in Chinese and English. Give sessionId when the turn is not about your owner. Use hub_read with a returned id for the full text. Advice: at most 3 searches a turn.',
    input,
    output,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  });

  constructor(private readonly view: SearchView) {}

  @Authorize('read', 'Organisation')
  async call(
    ctx: RequestContext,
    { query, kinds, layers, sessionId, limit, cursor }: z.output<typeof input>,
  ): Promise<ToolResult<typeof output>> {
    const asked = {
      text: query,
      ...(kinds === undefined ? {} : { kinds }),
      ...(layers === undefined ? {} : { layers }),
      limit,
      cursor: cursor ?? null,
    };
    const answer = await this.view.search(ctx, asked, sessionId ?? null);
    const hits = answer.hits.map((hit) => ({
      id: itemIdOf(hit),
      kind: hit.kind,
      ...(hit.layer === null ? {} : { layer: hit.layer }),
      title: hit.title,
      snippet: hit.snippet.text,
      trust: hit.trust,
      ...(hit.path === null ? {} : { path: hit.path }),
      ...(hit.eventTime === null ? {} : { eventTime: hit.eventTime.toISOString() }),
      matched: [...(hit.why.keyword?.matched ?? [])],
    }));
    const lines = hits.map(
      (hit, index) =>
        `${index + 1}. [${hit.id}] ${hit.kind}${hit.title === '' ? '' : ` — ${hit.title}`}\n   ${hit.snippet}`,
    );
    return {
      text: lines.length === 0 ? 'Nothing found.' : lines.join('\n'),
      structured: {
        hits,
        mode: answer.mode,
        degraded: answer.degraded.map((entry) => `${entry.leg}: ${entry.reason}`),
        total: answer.total,
        ...(answer.nextCursor === null ? {} : { nextCursor: answer.nextCursor }),
      },
    };
  }
}
