import { encodeId, LIMITS, TURN_ROLES } from '@memory-hub/contracts';
import { z } from 'zod';
import { Authorize, type RequestContext } from '../../../common';
import {
  defineTool,
  instantField,
  McpTool,
  type Tool,
  type ToolCall,
  type ToolResult,
} from '../../../infrastructure/mcp';
import { Capture } from '../capture.service';
import { idempotency } from './memory-write';

const turn = z.strictObject({
  role: z.enum(TURN_ROLES).describe('Who spoke.'),
  content: z.string().min(1).max(LIMITS.turnCharacters).describe('The words, unchanged.'),
  speaker: z
    .string()
    .max(LIMITS.nameCharacters)
    .optional()
    .describe('Name of the speaker; two people may both be user.'),
  occurredAt: instantField('When it was said: ISO-8601 with an offset; now when left out.').optional(),
  clientTurnId: z
    .string()
    .max(LIMITS.sessionIdCharacters)
    .optional()
    .describe('Your own id of the turn; sending it again stores nothing twice.'),
});

const input = z.strictObject({
  sessionId: z.string().min(1).max(LIMITS.sessionIdCharacters).describe('Your own id of the session.'),
  turns: z.array(turn).min(1).max(LIMITS.turnsPerCapture).describe('New turns, in order.'),
  subject: z
    .string()
    .max(LIMITS.sessionIdCharacters)
    .optional()
    .describe('Whom the session is about, when that is not your owner. A session keeps its subject.'),
  title: z.string().max(LIMITS.nameCharacters).optional().describe('Title of a new session.'),
  offTheRecord: z.boolean().optional().describe('True: nothing of this session is kept.'),
});

const output = z.object({
  conversationId: z.string(),
  taskId: z.string().optional(),
  stored: z.number(),
  duplicates: z.number(),
  notCaptured: z.number(),
  report: z.array(
    z.object({
      position: z.number(),
      status: z.string(),
      turnId: z.string().optional(),
      reason: z.string().optional(),
    }),
  ),
});

/** Captures a conversation, word for word. */
@McpTool()
export class ConversationAppendTool implements Tool<typeof input, typeof output> {
  readonly definition = defineTool({
    name: 'conversation_append',
    title: 'Capture turns of a conversation',
    description:
      'Stores new turns of a session, word for word and durable when it answers. Facts are extracted from them in the background. A turn that was sent before is recognised by its clientTurnId, or by words and time, and stored once.',
    input,
    output,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  });

  constructor(private readonly capture: Capture) {}

  @Authorize('create', 'Turn')
  async call(
    ctx: RequestContext,
    { turns, ...session }: z.output<typeof input>,
    call: ToolCall,
  ): Promise<ToolResult<typeof output>> {
    const answer = await this.capture.captureTurns(ctx, {
      ...session,
      turns,
      ...idempotency(call.idempotencyKey),
    });
    const count = (status: string): number => answer.report.filter((entry) => entry.status === status).length;
    const figures = {
      stored: count('stored'),
      duplicates: count('duplicate'),
      notCaptured: count('not_captured'),
    };
    const report = answer.report.map(({ position, status, turnId, reason }) => ({
      position,
      status,
      ...(turnId === null ? {} : { turnId: encodeId('turn', turnId) }),
      ...(reason === null ? {} : { reason }),
    }));
    return {
      text: `${figures.stored} stored, ${figures.duplicates} known already, ${figures.notCaptured} not captured.`,
      structured: {
        conversationId: encodeId('conversation', answer.conversationId),
        ...(answer.taskId === null ? {} : { taskId: encodeId('task', answer.taskId) }),
        ...figures,
        report,
      },
    };
  }
}
