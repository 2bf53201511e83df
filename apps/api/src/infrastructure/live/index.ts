export { LiveEvents, type LiveChange } from './live-events';
export { LiveModule } from './live.module';
