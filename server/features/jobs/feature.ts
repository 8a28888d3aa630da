import * as contract from '#contract/admin/jobs.ts';
import type { Feature } from '#server/extensions/feature.ts';
import { notFound } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { inBatches, recurring } from '#server/jobs/job.ts';
import { countJobs, heldSince, releaseJobs } from '#server/jobs/queue.ts';
import { deleteDeadJob, deleteOldJobs, listJobs, reviveJob } from './queries.ts';

declare module '#server/events.ts' {
  interface DomainEvents {
    'jobs managed': object;
  }
}

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
    route(contract.retryJob, ({ write, emit, now, params }) =>
      write(async (tx) => {
        const kind = await reviveJob(tx, params.id, now());
        if (kind === undefined) throw notFound(contract.retryJob);
        emit(tx, { type: 'jobs managed', audit: { action: 'job retried', details: kind } });
      }),
    ),
    route(contract.discardJob, ({ write, emit, params }) =>
      write(async (tx) => {
        const kind = await deleteDeadJob(tx, params.id);
        if (kind === undefined) throw notFound(contract.discardJob);
        emit(tx, { type: 'jobs managed', audit: { action: 'job discarded', details: kind } });
      }),
    ),
    route(contract.releaseJobs, ({ write, emit }) =>
      write(async (tx) => {
        const wereHeld = await releaseJobs(tx);
        if (wereHeld) emit(tx, { type: 'jobs managed', audit: { action: 'jobs released' } });
      }),
    ),
  ],
  jobs: [cleanUp],
};
