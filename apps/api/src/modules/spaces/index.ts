export type { ReviewPolicy as ReviewPolicyRow } from './domain/review-policy';
export { policyView } from './graphql/spaces-view';
export { ReviewPolicy, Space } from './graphql/spaces.types';
export type { EffectivePolicy } from './policies.service';
export { factsOf as spaceFactsOf, placeOf as spacePlaceOf, type Space as SpaceRow } from './space';
export { SpacesModule } from './spaces.module';
export { Spaces, type OwnSpace } from './spaces.service';
