import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { GatewayController } from './gateway.controller';
import { ToolCalls } from './tool-calls';
import { ToolRegistry } from './tool-registry';

@Module({
  imports: [DiscoveryModule],
  controllers: [GatewayController],
  providers: [ToolCalls, ToolRegistry],
  exports: [ToolRegistry],
})
export class McpModule {}
