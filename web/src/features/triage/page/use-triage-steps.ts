import { useQueryClient } from '@tanstack/react-query';
import { setBugField } from '#contract/bugs/bug-work.ts';
import type { Priority } from '#contract/bugs/bug-fields.ts';
import { type Bug, updateBug } from '#contract/bugs/bugs.ts';
import { askReporter, withdrawQuestion } from '#contract/bugs/questions.ts';
import { snoozeTriage } from '#contract/bugs/triage.ts';
import { call } from '#web/lib/api/call.ts';
import type { StoredEdit } from '#web/lib/extensions.ts';
import { snoozesQuery } from '#web/features/triage/queries.ts';
import { pageTexts } from './texts.ts';
import { save, type Saved } from './save.ts';
import { noteUse } from './used-labels.ts';
import type { Done, Step } from './use-steps.ts';

const { did } = pageTexts;

/** Does to a bug what triage is for. */
export function useTriageSteps(take: (step: Step) => void) {
  const client = useQueryClient();
  return {
    accept(bug: Bug) {
      const set = async (triaged: boolean) => ({
        bug: await call(setBugField.triaged, { params: { id: bug._id }, body: { triaged } }),
      });
      const text = did.accepted(nameOf(bug));
      take({ bug, text, leaves: true, run: async () => ({ ...(await set(true)), undo: () => set(false) }) });
    },
    prioritise(bug: Bug, wanted: Priority) {
      const params = { id: bug._id };
      const change = (now: Bug, from: (bug: Bug) => boolean, priority: Priority) =>
        save(now, (stored, headers) =>
          from(stored) ? call(setBugField.priority, { params, body: { priority }, headers }) : undefined,
        );
      const run = async (now: Bug) =>
        undoable(
          await change(now, ({ priority }) => priority !== wanted, wanted),
          (then, { priority: earlier }) => change(then, ({ priority }) => priority === wanted, earlier),
        );
      take({ bug, text: did.prioritised(nameOf(bug)), leaves: false, run });
    },
    label(bug: Bug, id: string) {
      noteUse(id);
      const params = { id: bug._id };
      const change = (now: Bug, isAdded: boolean) =>
        save(now, (stored, headers) => {
          const labels = stored.labels.map(({ _id }) => _id);
          if (labels.includes(id) === isAdded) return undefined;
          const others = labels.filter((one) => one !== id);
          return call(updateBug, { params, body: { labels: isAdded ? [...others, id] : others }, headers });
        });
      const run = async (now: Bug) => undoable(await change(now, true), (then) => change(then, false));
      take({ bug, text: did.labelled(nameOf(bug)), leaves: false, run });
    },
    place(bug: Bug, id: string) {
      const params = { id: bug._id };
      const change = (now: Bug, from: (id: string | null) => boolean, component: string | null) =>
        save(now, (stored, headers) =>
          from(placeOf(stored)) ? call(updateBug, { params, body: { component }, headers }) : undefined,
        );
      const run = async (now: Bug) =>
        undoable(await change(now, (place) => place !== id, id), (then, before) =>
          change(then, (place) => place === id, placeOf(before)),
        );
      take({ bug, text: did.placed(nameOf(bug)), leaves: false, run });
    },
    ask(bug: Bug, text: string) {
      const params = { id: bug._id };
      take({
        bug,
        text: did.asked(nameOf(bug)),
        leaves: true,
        run: async () => ({
          bug: await call(askReporter, { params, body: { text } }),
          undo: async () => ({ bug: await call(withdrawQuestion, { params }) }),
        }),
      });
    },
    /** An edit in the panel of the bug, which has stored it. */
    edited(bug: Bug, { text, undo }: StoredEdit) {
      const takeBack = async () => ({ bug: undefined, text: await undo() });
      take({ bug, text, leaves: false, run: async () => ({ bug: undefined, undo: takeBack }) });
    },
    snooze(bug: Bug, until: string) {
      const set = async (moment: string | null) => {
        await call(snoozeTriage, { params: { id: bug._id }, body: { until: moment } });
        await client.invalidateQueries({ queryKey: snoozesQuery.queryKey });
        return { bug: undefined };
      };
      const text = did.snoozed(nameOf(bug));
      take({ bug, text, leaves: true, run: async () => ({ ...(await set(until)), undo: () => set(null) }) });
    },
  };
}

export type TriageSteps = ReturnType<typeof useTriageSteps>;

const nameOf = ({ number }: Bug) => `#${number}`;

const placeOf = ({ component }: Bug) => component?._id ?? null;

/** A save with the way to take it back, which gets the bug as it was before; where nothing was saved, there is none. */
function undoable({ before, bug }: Saved, undo: (now: Bug, before: Bug) => Promise<Done>): Done {
  return { bug, undo: bug.version === before.version ? undefined : (now) => undo(now, before) };
}
