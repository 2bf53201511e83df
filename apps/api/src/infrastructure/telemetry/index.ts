export { HealthBoard, type HealthPart } from './health';
export { Metrics } from './metrics';
export { createLogger, RootLogger, type LogTarget } from './root-logger';
export { TelemetryModule } from './telemetry.module';
