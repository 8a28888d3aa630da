import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Priority } from '#contract/bugs/bug-fields.ts';
import { isWorkField } from '#contract/bugs/bug-work.ts';
import { askReporter, snoozeTriage, withdrawQuestion } from '#contract/bugs/triage.ts';
import { call } from '#web/lib/api/call.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { type BugInput, fieldNamed, inputOf } from '#web/lib/bugs/bug-field.ts';
import { priorityLabels } from '#web/lib/bugs/bug-labels.ts';
import { cachedBug, newerOf } from '#web/lib/bugs/cached-bug.ts';
import { type BugChange, changeBug, redoneOn, undoOf } from '#web/lib/bugs/change/change-bug.ts';
import { type StoredEdit, useBugFields } from '#web/lib/extensions.ts';
import { snoozesQuery } from '#web/features/triage/data.ts';
import { pageTexts } from './texts.ts';
import type { Done, Step } from './use-steps.ts';

const { did } = pageTexts;

/** A label or a component. */
interface Named {
  readonly _id: string;
  readonly name: string;
}

type SetField = 'triaged' | 'priority' | 'labels' | 'component';

/** The actions of triage on a bug. */
export function useTriageSteps(take: (step: Step) => void) {
  const client = useQueryClient();
  const fields = useBugFields();

  /**
   * A step that sets a field, based on the result of the previous steps; `next` maps the current input to the new one.
   */
  function set<Name extends SetField>(
    field: Name,
    next: (input: BugInput[Name]) => BugInput[Name],
    step: Omit<Step, 'run'>,
  ) {
    const { toValue } = fieldNamed(fields, field);
    take({
      ...step,
      run() {
        const seen = newerOf(cachedBug(client, step.bug._id), step.bug);
        const value = toValue(next(inputOf(seen)[field]), { client, bug: seen });
        const asEditor = !isWorkField(field);
        return setAllTheSame(client, { field, seen, wanted: { ...seen, [field]: value }, asEditor });
      },
    });
  }

  return {
    accept: (bug: Bug) => set('triaged', () => true, { bug, text: did.accepted(nameOf(bug)), leaves: true }),
    prioritise(bug: Bug, priority: Priority) {
      const text = did.prioritised(nameOf(bug), priorityLabels[priority]);
      set('priority', () => priority, { bug, text, leaves: false });
    },
    label(bug: Bug, { _id, name }: Named) {
      noteUse(_id);
      const withLabel = (ids: readonly string[]) => [...new Set([...ids, _id])];
      set('labels', withLabel, { bug, text: did.labelled(nameOf(bug), name), leaves: false });
    },
    place: (bug: Bug, { _id, name }: Named) =>
      set('component', () => _id, { bug, text: did.placed(nameOf(bug), name), leaves: false }),
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
    /** An edit in the bug's panel, which has already stored it. */
    edited(bug: Bug, { text, undo }: StoredEdit) {
      const takeBack = async () => ({ bug: undefined, text: await undo() });
      take({ bug, text, leaves: false, run: async () => ({ bug: undefined, undo: takeBack }) });
    },
    snooze(bug: Bug, until: string) {
      const snoozeUntil = async (moment: string | null) => {
        await call(snoozeTriage, { params: { id: bug._id }, body: { until: moment } });
        await client.invalidateQueries({ queryKey: snoozesQuery.queryKey });
        return { bug: undefined };
      };
      const text = did.snoozed(nameOf(bug));
      take({
        bug,
        text,
        leaves: true,
        run: async () => ({ ...(await snoozeUntil(until)), undo: () => snoozeUntil(null) }),
      });
    },
  };
}

export type TriageSteps = ReturnType<typeof useTriageSteps>;

const nameOf = ({ number }: Bug) => `#${number}`;

/** Saves a change, even if others have changed the same field meanwhile. Undoing it keeps what others set since. */
async function setAllTheSame(client: QueryClient, change: BugChange): Promise<Done> {
  const outcome = await changeBug(client, change);
  if (outcome.is === 'overlapping') return setAllTheSame(client, redoneOn(outcome.stored, change));
  const { made, hasEffect } = outcome;
  const undo = async (): Promise<Done> => {
    const undone = await changeBug(client, undoOf(change, made));
    return { bug: undone.is === 'saved' ? undone.made : undone.stored };
  };
  return { bug: made, undo: hasEffect ? undo : undefined };
}

/* How often labels were chosen in triage on this device: the most used come first. */

const storageKey = 'triage labels';

function read(): Readonly<Record<string, number>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, number>) : {};
  } catch {
    return {};
  }
}

/** Records that a label was chosen. Without storage, labels stay sorted by name. */
function noteUse(id: string): void {
  const uses = read();
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...uses, [id]: Number(uses[id] ?? 0) + 1 }));
  } catch {
    // Only the order is lost.
  }
}

/** The most used first, the others in their existing order. */
export function byUse<T extends { readonly _id: string }>(labels: readonly T[]): T[] {
  const uses = read();
  return labels.toSorted((one, other) => Number(uses[other._id] ?? 0) - Number(uses[one._id] ?? 0));
}
