import { Global, Module } from '@nestjs/common';
import { AssetsModule } from '../assets';
import { LoadoutReader } from '../memory';
import { Loadouts } from './loadout.service';
import { MountedRevisionsRepository } from './mounted-revisions.repository';

/** Provides the memory module with what is mounted, upward through an abstract class of its own. */
@Global()
@Module({
  imports: [AssetsModule],
  providers: [Loadouts, MountedRevisionsRepository, { provide: LoadoutReader, useExisting: Loadouts }],
  exports: [Loadouts, LoadoutReader, MountedRevisionsRepository],
})
export class LoadoutModule {}
