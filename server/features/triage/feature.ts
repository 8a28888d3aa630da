import { askReporter as ask, withdrawQuestion as withdraw } from '#contract/bugs/questions.ts';
import {
  acceptWaiting as acceptAll,
  getTriage,
  listTriageSnoozes,
  snoozeTriage as snooze,
} from '#contract/bugs/triage.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import type { BugWork } from '#server/extensions/bug-work.ts';
import { Answer } from '#server/http/answer.ts';
import { etag } from '#server/http/headers.ts';
import { type Route, route } from '#server/http/route.ts';
import { questionOfBug, triagedOfBug } from './fields.ts';
import { askReporter, isAnswer, withdrawQuestion } from './questions.ts';
import { acceptWaiting, waitingFor } from './acceptance.ts';
import { listSnoozes } from './queries.ts';
import { snoozeTriage } from './snoozes.ts';

/** Triage of new bugs: the triage mark, snoozes, and questions to reporters. */
export const triage: ComposedFeature = {
  name: 'triage',
  bugs: { fields: [triagedOfBug, questionOfBug], isAnswer },
  compose: ({ bugs }) => ({ routes: routesFor(bugs) }),
};

function routesFor(bugs: BugWork): readonly Route[] {
  return [
    route(ask, async (call) => {
      const { id } = call.params;
      const bug = await call.write((tx) => askReporter(tx, call, { id, text: call.body.text }, bugs));
      return new Answer(bug, { etag: etag(bug) });
    }),
    route(withdraw, async (call) => {
      const bug = await call.write((tx) => withdrawQuestion(tx, call, call.params.id, bugs));
      return new Answer(bug, { etag: etag(bug) });
    }),
    route(listTriageSnoozes, async ({ db, caller, now }) => listSnoozes(db, caller._id, now().toISOString())),
    route(getTriage, async ({ db, caller, now }) => waitingFor(db, caller, now())),
    route(acceptAll, async (call) => call.write((tx) => acceptWaiting(tx, call))),
    route(snooze, async (call) => {
      await call.write((tx) => snoozeTriage(tx, call));
      return undefined;
    }),
  ];
}
