import { Injectable } from '@nestjs/common';
import { DomainError } from '@memory-hub/contracts';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { RequestContext } from '../../common';
import { RootLogger } from '../telemetry';
import { assertCallStorable, idempotencyKeyOf } from './input-door';
import { isAllowed, ToolRegistry, type ListedTool } from './tool-registry';
import type { ToolResult } from './tool';
import { WaitingCalls } from './waiting-calls';

/** About 25,000 tokens; longer answers are cut by the tool itself, this is the last guard. */
const MOST_CHARACTERS = 100_000;

export interface CallRequest {
  readonly name: string;
  readonly input: unknown;
  readonly meta: unknown;
  readonly signal: AbortSignal;
  /** Gives the place among the running requests back, for a call that only waits. */
  readonly stepAside: () => void;
}

/** Runs one tool call: find, authorise, validate, call, and turn every fault into text that names the fix. */
@Injectable()
export class ToolCalls {
  private readonly waiting = new WaitingCalls();

  constructor(
    private readonly registry: ToolRegistry,
    private readonly log: RootLogger,
  ) {}

  async run(ctx: RequestContext, request: CallRequest): Promise<CallToolResult> {
    const listed = this.registry.find(request.name);
    if (listed === undefined)
      return failure(
        new DomainError('NOT_FOUND', `There is no tool ${JSON.stringify(request.name)}.`, {
          hint: 'Call tools/list for the tools of this key.',
        }),
      );
    try {
      if (!isAllowed(ctx, listed.requirement))
        throw new DomainError('FORBIDDEN', `The scopes of this key do not allow ${request.name}.`, {
          hint: 'Ask the owner of the agent for a key with the scope it needs.',
        });
      assertCallStorable(request.name, request.input, request.meta);
      const parsed = listed.tool.definition.input.safeParse(request.input ?? {});
      if (!parsed.success) return failure(inputFault(parsed.error));
      const { text, structured } = await this.call(ctx, listed, { ...request, input: parsed.data });
      const output = listed.tool.definition.output.parse(structured);
      return { content: [{ type: 'text', text: withinLimit(text) }], structuredContent: output };
    } catch (error) {
      if (error instanceof DomainError) return failure(error);
      this.log.error({ err: error, tool: request.name, requestId: ctx.requestId }, 'a tool call failed');
      return failure(
        new DomainError(
          'INTERNAL',
          `The hub failed at this. Request ${ctx.requestId} leads to the cause in its log.`,
        ),
      );
    }
  }

  private async call(
    ctx: RequestContext,
    { tool }: ListedTool,
    { input, meta, signal, stepAside }: CallRequest & { input: Record<string, unknown> },
  ): Promise<ToolResult<z.ZodObject>> {
    const work = (): Promise<ToolResult<z.ZodObject>> =>
      tool.call(ctx, input, { idempotencyKey: idempotencyKeyOf(meta), signal });
    if (tool.definition.waits !== true) return work();
    return this.waiting.wait(ctx.keyId ?? '', () => {
      stepAside();
      return work();
    });
  }
}

/** Names every parameter at fault and what it must be. */
function inputFault(error: z.ZodError): DomainError {
  const faults = error.issues.map((issue) => {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : '';
    const name = issue.path.length > 0 ? issue.path.join('.') : unknown;
    return `${name === '' ? 'arguments' : name}: ${issue.message}`;
  });
  const path = error.issues[0]?.path.filter((part) => typeof part !== 'symbol') ?? [];
  return new DomainError('VALIDATION_FAILED', faults.join('; '), {
    path,
    hint: 'See the input schema of the tool in tools/list.',
  });
}

/** A fault as the model that called reads it. */
export function failure(error: DomainError): CallToolResult {
  const lines = [`${error.code}: ${error.message}`];
  if (error.path.length > 0) lines.push(`Parameter: ${error.path.join('.')}`);
  if (error.hint !== undefined) lines.push(`Fix: ${error.hint}`);
  if (error.retryAfter !== undefined) lines.push(`Try again in ${error.retryAfter} s.`);
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }] };
}

function withinLimit(text: string): string {
  return text.length <= MOST_CHARACTERS
    ? text
    : `${text.slice(0, MOST_CHARACTERS)}\n[cut: the answer is longer; ask for fewer items or the next page]`;
}
