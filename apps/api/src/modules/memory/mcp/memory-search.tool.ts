import { decodeId, encodeId, LIMITS, notFound } from '@memory-hub/contracts';
import { z } from 'zod';
import { Authorize, type RequestContext } from '../../../common';
import { defineTool, instantField, McpTool, type Tool, type ToolResult } from '../../../infrastructure/mcp';
import { Retriever, type Hit } from '../../retrieval';
import { MemoryReader } from '../memory-reader.service';

const time = (what: string) =>
  instantField(`${what}: ISO-8601 with an offset, e.g. 2026-11-30T09:00:00+08:00.`).optional();

const input = z.strictObject({
  search: z
    .string()
    .min(1)
    .max(LIMITS.queryCharacters)
    .describe('What to find: a question or a few words, in Chinese or English.'),
  limit: z.int().min(1).max(50).default(10).describe('Memories to return, 1 to 50.'),
  offset: z.int().min(0).max(400).default(0).describe('Memories to skip, for the next page.'),
  category: z.string().optional().describe('Only this category.'),
  agentId: z
    .string()
    .optional()
    .describe('Leave out, or give your own agent id; another one is answered as missing.'),
  sessionId: z.string().optional().describe('Only what was learned in this session.'),
  startTime: time('Only what happened at or after'),
  endTime: time('Only what happened before'),
});

const memory = z.object({
  id: z.string(), content: z.string(), category: z.string().optional(), tags: z.array(z.string()), eventTime: z.string().optional(),
  recordedAt: z.string(), trust: z.string(), matched: z.array(z.string()), similarity: z.string().optional(),
}); // prettier-ignore
const output = z.object({
  memories: z.array(memory),
  total: z.number(),
  hasMore: z.boolean(),
  mode: z.string(),
  degraded: z.array(z.string()),
});

/** Live cards of the agent's own memory; other layers and mounted assets are found by hub_search. */
@McpTool()
export class MemorySearchTool implements Tool<typeof input, typeof output> {
  readonly definition = defineTool({
    name: 'memory_search',
    title: 'Search remembered facts',
    description:
      'Finds remembered facts by words and by meaning, across Chinese and English. Returns what holds now; replaced values are left out. Use hub_search for earlier conversations and mounted knowledge. Advice: at most 3 searches a turn.',
    input,
    output,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  });

  constructor(
    private readonly retriever: Retriever,
    private readonly reader: MemoryReader,
  ) {}

  @Authorize('read', 'Card')
  async call(ctx: RequestContext, asked: z.output<typeof input>): Promise<ToolResult<typeof output>> {
    if (asked.agentId !== undefined && decodeId('agent', asked.agentId) !== ctx.principalId)
      throw notFound('agent');
    const scope = await this.reader.scopeOf(ctx, asked.sessionId);
    const answer = await this.retriever.retrieve(ctx, {
      text: asked.search,
      kinds: ['card'],
      classIds: scope.classId === null ? [] : [scope.classId],
      subjectId: scope.subjectId,
      ...(scope.conversationId === null ? {} : { conversationId: scope.conversationId }),
      ...(asked.category === undefined ? {} : { category: asked.category }),
      ...(asked.startTime === undefined ? {} : { after: asked.startTime }),
      ...(asked.endTime === undefined ? {} : { before: asked.endTime }),
      limit: asked.limit,
      offset: asked.offset,
    });
    const memories = answer.hits.map(memoryOf);
    return {
      text:
        memories.length === 0
          ? 'Nothing is remembered about this.'
          : memories
              .map((found, index) => `${asked.offset + index + 1}. [${found.id}] ${found.content}`)
              .join('\n'),
      structured: {
        memories,
        total: answer.total,
        hasMore: answer.nextCursor !== null,
        mode: answer.mode,
        degraded: answer.degraded.map((entry) => `${entry.leg}: ${entry.reason}`),
      },
    };
  }
}

function memoryOf(hit: Hit): z.input<typeof memory> {
  return {
    id: encodeId('card', hit.itemId),
    content: hit.body,
    ...(hit.category === null || hit.category === '' ? {} : { category: hit.category }),
    tags: [...hit.tags],
    ...(hit.eventTime === null ? {} : { eventTime: hit.eventTime.toISOString() }),
    recordedAt: hit.recordedAt.toISOString(),
    trust: hit.trust,
    matched: [...(hit.why.keyword?.matched ?? [])],
    ...(hit.why.meaning === undefined ? {} : { similarity: hit.why.meaning.similarity }),
  };
}
