import { useQueryClient } from '@tanstack/react-query';
import { setBugField } from '#contract/bug-work.ts';
import { type Bug, type Priority, updateBug } from '#contract/bugs.ts';
import { askReporter, withdrawQuestion } from '#contract/questions.ts';
import { snoozeTriage } from '#contract/triage.ts';
import { call } from '#web/lib/api/call.ts';
import { snoozesQuery } from '#web/features/triage/queries.ts';
import { pageTexts } from './texts.ts';
import { noteUse } from './used-labels.ts';
import type { Step } from './use-steps.ts';

const { did } = pageTexts;

/** Does to a bug what triage is for. */
export function useTriageSteps(take: (step: Step) => void) {
  const client = useQueryClient();
  return {
    accept(bug: Bug) {
      const set = (triaged: boolean) =>
        call(setBugField.triaged, { params: { id: bug._id }, body: { triaged } });
      const text = did.accepted(nameOf(bug));
      take({ bug, text, leaves: true, run: () => set(true), undo: () => set(false) });
    },
    prioritise(bug: Bug, wanted: Priority) {
      if (bug.priority === wanted) return;
      const set = (priority: Priority) =>
        call(setBugField.priority, { params: { id: bug._id }, body: { priority } });
      const text = did.prioritised(nameOf(bug));
      take({ bug, text, leaves: false, run: () => set(wanted), undo: () => set(bug.priority) });
    },
    label(bug: Bug, id: string) {
      const before = bug.labels.map(({ _id }) => _id);
      if (before.includes(id)) return;
      noteUse(id);
      const set = (labels: string[]) => call(updateBug, { params: { id: bug._id }, body: { labels } });
      const text = did.labelled(nameOf(bug));
      take({ bug, text, leaves: false, run: () => set([...before, id]), undo: () => set(before) });
    },
    place(bug: Bug, id: string) {
      const set = (component: string | null) =>
        call(updateBug, { params: { id: bug._id }, body: { component } });
      const text = did.placed(nameOf(bug));
      const before = bug.component?._id ?? null;
      take({ bug, text, leaves: false, run: () => set(id), undo: () => set(before) });
    },
    ask(bug: Bug, text: string) {
      const params = { id: bug._id };
      take({
        bug,
        text: did.asked(nameOf(bug)),
        leaves: true,
        run: () => call(askReporter, { params, body: { text } }),
        undo: () => call(withdrawQuestion, { params }),
      });
    },
    snooze(bug: Bug, until: string) {
      const set = async (moment: string | null) => {
        await call(snoozeTriage, { params: { id: bug._id }, body: { until: moment } });
        await client.invalidateQueries({ queryKey: snoozesQuery.queryKey });
        return undefined;
      };
      const text = did.snoozed(nameOf(bug));
      take({ bug, text, leaves: true, run: () => set(until), undo: () => set(null) });
    },
  };
}

export type TriageSteps = ReturnType<typeof useTriageSteps>;

const nameOf = ({ number }: Bug) => `#${number}`;
