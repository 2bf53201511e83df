import { Module } from '@nestjs/common';
import { FirstRun } from './first-run.system';
import { JoiningResolver } from './graphql/joining.resolver';
import { SpaceResolver, ViewerSpacesResolver } from './graphql/space.resolver';
import { InvitationsRepository } from './invitations.repository';
import { Invitations } from './invitations.service';
import { Joining } from './joining.system';
import { MembersRepository } from './members.repository';
import { Members } from './members.service';
import { PoliciesRepository } from './policies.repository';
import { Policies } from './policies.service';
import { SpaceFounder } from './space-founder';
import { SpacesRepository } from './spaces.repository';
import { Spaces } from './spaces.service';

@Module({
  providers: [
    Spaces,
    SpacesRepository,
    SpaceFounder,
    Members,
    MembersRepository,
    Policies,
    PoliciesRepository,
    Invitations,
    InvitationsRepository,
    Joining,
    FirstRun,
    SpaceResolver,
    ViewerSpacesResolver,
    JoiningResolver,
  ],
  exports: [Spaces],
})
export class SpacesModule {}
