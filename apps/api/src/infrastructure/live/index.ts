export { LiveEvents, type LiveChange } from './live-events.system';
export { LiveModule } from './live.module';
