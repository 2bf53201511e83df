import { Module } from '@nestjs/common';
import { McpModule } from '../../infrastructure/mcp';
import { AssetsModule } from '../assets';
import { MemoryModule } from '../memory';
import { SpacesModule } from '../spaces';
import { AgentAccess } from './agent-access.service';
import { AgentEyes } from './agent-eyes.service';
import { AgentsRepository } from './agents.repository';
import { Agents } from './agents.service';
import { AgentResolver, ViewerAgentsResolver } from './graphql/agent.resolver';
import { AgentsView } from './graphql/agents-view';
import { AgentFieldsResolver } from './graphql/agent-fields.resolver';
import { MountResolver } from './graphql/mount.resolver';
import { LoadoutModule } from './loadout.module';
import { Manifests } from './manifest.service';
import { MountsRepository } from './mounts.repository';
import { Mounts } from './mounts.service';

@Module({
  imports: [AssetsModule, LoadoutModule, McpModule, MemoryModule, SpacesModule],
  providers: [
    AgentAccess, AgentEyes, AgentFieldsResolver, AgentResolver, Agents, AgentsRepository, AgentsView, Manifests, MountResolver, Mounts, MountsRepository, ViewerAgentsResolver,
  ], // prettier-ignore
  exports: [Agents],
})
export class AgentsModule {}
