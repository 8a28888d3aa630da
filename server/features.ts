import { EventDispatcher } from './events.ts';
import type { ComposedFeature, Feature } from '#server/extensions/feature.ts';
import { audit } from './features/audit/feature.ts';
import { backups } from './features/backups/feature.ts';
import { bugPage } from './features/bug-page/feature.ts';
import { composeBugs } from './features/bugs/feature.ts';
import { classification } from './features/classification/feature.ts';
import { comments } from './features/comments/feature.ts';
import { files } from './features/files/feature.ts';
import { history } from './features/history/feature.ts';
import { inbox } from './features/inbox/feature.ts';
import { jobs } from './features/jobs/feature.ts';
import { likelyDuplicates } from './features/likely-duplicates/feature.ts';
import { live } from './features/live/feature.ts';
import { mail } from './features/mail/feature.ts';
import { mailIn } from './features/mail-in/feature.ts';
import { metrics } from './features/metrics/feature.ts';
import { relations } from './features/relations/feature.ts';
import { settings } from './features/settings/feature.ts';
import { stats } from './features/stats/feature.ts';
import { triage } from './features/triage/feature.ts';
import { users } from './features/users/feature.ts';
import { views } from './features/views/feature.ts';
import { votes } from './features/votes/feature.ts';
import { workspace } from './features/workspace/feature.ts';
import { cleanUpIdempotencyKeys } from './http/idempotency.ts';
import type { Route } from './http/route.ts';
import type { Job } from './jobs/job.ts';

/** The features besides bugs. If several fields of a request are refused, the feature listed first is named. */
const manifests: readonly (Feature | ComposedFeature)[] = [
  classification,
  files,
  triage,
  users,
  comments,
  stats,
  audit,
  backups,
  history,
  inbox,
  jobs,
  mail,
  mailIn,
  metrics,
  settings,
  relations,
  likelyDuplicates,
  votes,
  views,
  workspace,
  bugPage,
  live,
];

/** Bugs, with everything that features add to them. */
export const bugs = composeBugs(manifests, { events: () => events, routes: () => routes });

/** Every feature of the server. */
export const features: readonly Feature[] = [
  bugs.feature,
  ...manifests.map((manifest) =>
    'compose' in manifest ? { ...manifest, ...manifest.compose(bugs.composition) } : manifest,
  ),
];

/** All their routes. */
export const routes: readonly Route[] = features.flatMap((feature) => feature.routes);

/** The dispatcher of their events. */
export const events = new EventDispatcher(features);

/** Every kind of background work. */
export const jobKinds: readonly Job[] = [
  cleanUpIdempotencyKeys,
  ...features.flatMap((feature) => feature.jobs ?? []),
];
