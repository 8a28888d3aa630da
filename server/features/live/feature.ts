import * as contract from '#contract/live.ts';
import { deleteOldChanges, recordChange } from '#server/engine/changes.ts';
import type { Listener } from '#server/events.ts';
import type { Feature } from '#server/extensions/feature.ts';
import { Answer } from '#server/http/answer.ts';
import { route } from '#server/http/route.ts';
import { batchSize, inBatches, recurring } from '#server/jobs/job.ts';

/** Records the changes that an event has, and those that follow from its type. */
const recordChanges: Listener = async (tx, event) => {
  for (const change of event.changes ?? []) recordChange(tx, change);
  switch (event.type) {
    case 'bug created':
    case 'bug updated':
      return recordChange(tx, { kind: 'bug', id: event.bug._id, version: event.bug.version });
    case 'bug deleted':
      return recordChange(tx, { kind: 'bug', id: event.bug._id, version: null });
    case 'registered':
    case 'user changed':
      return recordChange(tx, { kind: 'user', id: event.userId, version: null });
    case 'signed out':
    case 'password changed':
    case 'password reset':
    case 'sessions ended':
    case 'email change taken back':
    case 'suspended':
      return recordChange(tx, { kind: 'session', id: event.userId, version: null });
    default:
      return undefined;
  }
};

/** Deletes changes that no stream needs. */
const cleanUp = recurring({
  kind: 'clean up changes',
  every: () => 10 * 60_000,
  run: ({ write }, { signal }) => inBatches(() => write((tx) => deleteOldChanges(tx, batchSize)), signal),
});

/** Live updates: records changes, and streams them to connected clients. */
export const live: Feature = {
  name: 'live',
  routes: [
    route(
      contract.live,
      async ({ app, caller, address, query }) =>
        new Answer<undefined>(await app.live.open(caller, address, query.since), {
          'content-type': 'text/event-stream; charset=utf-8',
          // Proxies that buffer the response would delay changes.
          'x-accel-buffering': 'no',
        }),
    ),
  ],
  listeners: { all: recordChanges },
  jobs: [cleanUp],
};
