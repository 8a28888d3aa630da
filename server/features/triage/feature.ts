import * as contract from '#contract/bugs/triage.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import { versioned } from '#server/http/answer.ts';
import { route } from '#server/http/route.ts';
import { questionOfBug, triagedOfBug } from './fields.ts';
import { listSnoozes } from './queries.ts';
import * as triageRules from './triage.ts';

/** Triage of new bugs: the triage mark, snoozes, and questions to reporters. */
export const triage: ComposedFeature = {
  name: 'triage',
  bugs: { fields: [triagedOfBug, questionOfBug], isAnswer: triageRules.isAnswer },
  compose: ({ bugs }) => ({
    routes: [
      route(contract.askReporter, async (call) =>
        versioned(await call.write((tx) => triageRules.askReporter(tx, call, bugs))),
      ),
      route(contract.withdrawQuestion, async (call) =>
        versioned(await call.write((tx) => triageRules.withdrawQuestion(tx, call, bugs))),
      ),
      route(contract.getTriage, triageRules.getTriage),
      route(contract.acceptWaiting, async (call) => call.write((tx) => triageRules.acceptWaiting(tx, call))),
      route(contract.listTriageSnoozes, async ({ db, caller, now }) =>
        listSnoozes(db, caller._id, now().toISOString()),
      ),
      route(contract.snoozeTriage, async (call) => call.write((tx) => triageRules.snoozeTriage(tx, call))),
    ],
  }),
};
