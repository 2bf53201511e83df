import { Module } from '@nestjs/common';
import { HealthProbes } from './health-probes.system';
import { HealthResolver } from './health.resolver';
import { HealthRoutes } from './health.routes';

@Module({ providers: [HealthProbes, HealthResolver, HealthRoutes] })
export class HealthModule {}
