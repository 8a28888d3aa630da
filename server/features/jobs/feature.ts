import * as contract from '#contract/jobs.ts';
import { heldSince, releaseJobs } from '#server/db/job-holds.ts';
import type { Feature } from '#server/feature.ts';
import { notFound } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { inBatches } from '#server/jobs/batches.ts';
import { recurring } from '#server/jobs/job.ts';
import { countJobs } from '#server/jobs/queue.ts';
import { deleteDeadJob, deleteOldJobs, listJobs, reviveJob } from './queries.ts';

/** Deletes jobs that ended long ago. */
const cleanUp = recurring({
  kind: 'clean up jobs',
  every: () => 60 * 60_000,
  async run({ write, now }, { signal }) {
    for (const state of ['done', 'dead'] as const)
      await inBatches(() => write((tx) => deleteOldJobs(tx, state, now())), signal);
  },
});

/** Background jobs, for admins. */
export const jobs: Feature = {
  name: 'jobs',
  routes: [
    route(contract.listJobs, async ({ db }) => ({
      heldSince: await heldSince(db),
      counts: await countJobs(db),
      jobs: await listJobs(db),
    })),
    route(contract.retryJob, async ({ write, now, params }) => {
      if (!(await write((tx) => reviveJob(tx, params.id, now())))) throw notFound(contract.retryJob);
      return undefined;
    }),
    route(contract.discardJob, async ({ write, params }) => {
      if (!(await write((tx) => deleteDeadJob(tx, params.id)))) throw notFound(contract.discardJob);
      return undefined;
    }),
    route(contract.releaseJobs, async ({ write }) => {
      await write(releaseJobs);
      return undefined;
    }),
  ],
  jobs: [cleanUp],
};
