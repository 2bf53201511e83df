import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets';
import { SpacesModule } from '../spaces';
import { CheckRunner } from './check-runner';
import { ReviewResolver, ViewerInboxResolver } from './graphql/review.resolver';
import { ReviewViews } from './graphql/review-views';
import { InboxRepository } from './inbox.repository';
import { Inbox } from './inbox.service';
import { GivenUpChecksSweeper } from './sweepers/given-up-checks.sweeper';
import { GivenUpChecks } from './sweepers/given-up-checks.system';
import { ReviewCheckJob } from './jobs/review-check.job';
import { ReviewReader } from './review-reader';
import { ReviewsRepository } from './reviews.repository';
import { Reviews } from './reviews.service';

@Module({
  imports: [AssetsModule, SpacesModule],
  providers: [
    CheckRunner,
    GivenUpChecks,
    GivenUpChecksSweeper,
    Inbox,
    InboxRepository,
    ReviewCheckJob,
    ReviewReader,
    ReviewResolver,
    Reviews,
    ReviewsRepository,
    ReviewViews,
    ViewerInboxResolver,
  ],
})
export class ReviewsModule {}
