import { setTimeout as wait } from 'node:timers/promises';
import { decodeId, LIMITS, notFound } from '@memory-hub/contracts';
import { z } from 'zod';
import { Authorize, type RequestContext } from '../../../common';
import { defineTool, McpTool, type Tool, type ToolCall, type ToolResult } from '../../../infrastructure/mcp';
import { Tasks } from '../../../infrastructure/queue';

const input = z.strictObject({
  taskId: z.string().describe('Task id that memory_add, memory_update or conversation_append gave.'),
  timeout: z.int().min(1).max(LIMITS.taskWaitSeconds).default(60).describe('Seconds to wait at most.'),
});
const output = z.object({
  taskId: z.string(),
  state: z.string(),
  attempts: z.number(),
  error: z.string().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
});

const LOOK_MILLISECONDS = 100;

/** Waits for background work of the caller. */
@McpTool()
export class MemoryTaskWaitTool implements Tool<typeof input, typeof output> {
  readonly definition = defineTool({
    name: 'memory_task_wait',
    title: 'Wait for a task',
    description:
      'Waits until a task is done and tells how it ended. Only needed to read your own write in its final form; memories can be found before. Answers state pending when the time is over or the server is about to restart: ask again then.',
    input,
    output,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    waits: true,
  });

  constructor(private readonly tasks: Tasks) {}

  @Authorize('read', 'Task')
  async call(
    ctx: RequestContext,
    { taskId, timeout }: z.output<typeof input>,
    { signal }: ToolCall,
  ): Promise<ToolResult<typeof output>> {
    const id = decodeId('task', taskId);
    const deadline = performance.now() + timeout * 1_000;
    for (;;) {
      const task = await this.tasks.find(ctx, id);
      if (task === null) throw notFound('task');
      const ended = task.state === 'done' || task.state === 'failed' || task.state === 'parked';
      if (ended || signal.aborted || performance.now() >= deadline) {
        const state = ended ? task.state : 'pending';
        const result =
          typeof task.result === 'object' && task.result !== null ? { result: { ...task.result } } : {};
        return {
          text: `Task ${taskId} is ${state}.${task.error === null ? '' : ` ${task.error}`}`,
          structured: {
            taskId,
            state,
            attempts: task.attempts,
            ...(task.error === null ? {} : { error: task.error }),
            ...result,
          },
        };
      }
      await wait(Math.min(LOOK_MILLISECONDS, Math.max(1, deadline - performance.now())), undefined, {
        signal,
      }).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    }
  }
}
