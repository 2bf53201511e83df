import { Injectable, SetMetadata } from '@nestjs/common';
import type { z } from 'zod';
import type { RequestContext } from '../../common';

const TOOL = Symbol('MCP tool');

/** Marks a class that is a tool; the gateway finds it. Its `call` carries `@Authorize`. */
export const McpTool = () => (target: new (...args: never[]) => object) => {
  SetMetadata(TOOL, true)(target);
  Injectable()(target);
};

export const isTool = (target: object): boolean => Reflect.getMetadata(TOOL, target) === true;

export interface ToolDefinition<I extends z.ZodObject, O extends z.ZodObject> {
  /** `noun_verb`, stable. */
  readonly name: string;
  readonly title: string;
  /** What it does and when to use it, at most 1,000 characters. */
  readonly description: string;
  /** Strict plain object: no unions at the top, no null types. Unknown parameters are refused by name. */
  readonly input: I;
  readonly output: O;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: false;
  };
  /** Set when a call mostly waits for something else; such calls have a limit of their own. */
  readonly waits?: true;
}

export interface ToolCall {
  /** Caller's own mark on a write, from `_meta.idempotencyKey`. */
  readonly idempotencyKey: string | null;
  /** Ends when the client goes away or the server drains. */
  readonly signal: AbortSignal;
}

export interface ToolResult<O extends z.ZodObject> {
  /** What a model reads. */
  readonly text: string;
  readonly structured: z.input<O>;
}

export interface Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  readonly definition: ToolDefinition<I, O>;
  readonly call: (ctx: RequestContext, input: z.output<I>, call: ToolCall) => Promise<ToolResult<O>>;
}

/** Keeps the types of a definition. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  definition: ToolDefinition<I, O>,
): ToolDefinition<I, O> {
  return definition;
}
