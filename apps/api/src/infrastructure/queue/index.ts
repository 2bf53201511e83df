export {
  HandlesTopic,
  RunsRegularly,
  type JobFacts,
  type JobHandler,
  type JobResult,
  type Sweeper,
} from './job-handler';
export { installQueueTables } from './migrate-queue';
export { OutboxStore } from './outbox-store';
export { Tasks, type TaskRow } from './tasks';
export { QueueModule, QueueRuntime } from './queue.module';
