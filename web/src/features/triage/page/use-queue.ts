import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Bug } from '#contract/bugs.ts';
import { failureOf } from '#web/lib/api/failure-of.ts';
import { componentsQuery, type QueueOrder, queueQuery, snoozesQuery } from '#web/features/triage/queries.ts';

interface Chosen {
  readonly id: string;
  /** Where it stood: the bug that takes its place comes next. */
  readonly at: number;
}

/** The bugs that wait for triage, and the one at hand; `isHidden` are those that were just dealt with. */
export function useQueue(order: QueueOrder, isHidden: (bug: Bug) => boolean) {
  const components = useQuery(componentsQuery);
  const hasComponents = components.data?.some(({ archived }) => !archived) ?? false;
  const list = useQuery({ ...queueQuery(hasComponents, order), enabled: !components.isPending });
  const { data: snoozes = [] } = useQuery(snoozesQuery);
  const [chosen, setChosen] = useState<Chosen | 'none'>({ id: '', at: 0 });
  const snoozed = new Set(snoozes.map(({ bug }) => bug));
  const bugs = list.data?.filter((bug) => !snoozed.has(bug._id) && !isHidden(bug));

  const atHand = chosen === 'none' ? -1 : placeOf(bugs ?? [], chosen);
  const current = bugs?.[atHand];
  // The place follows the bug, so that what comes after it is next.
  if (current && chosen !== 'none' && (chosen.id !== current._id || chosen.at !== atHand))
    setChosen({ id: current._id, at: atHand });

  return {
    bugs,
    current,
    error: failureOf(list),
    retry: () => void list.refetch(),
    choose: (bug: Bug | undefined) =>
      setChosen(bug ? { id: bug._id, at: bugs?.findIndex(({ _id }) => _id === bug._id) ?? 0 } : 'none'),
    go(step: 1 | -1) {
      const to = Math.max(0, Math.min((bugs?.length ?? 1) - 1, atHand + step));
      const bug = bugs?.[to];
      if (bug) setChosen({ id: bug._id, at: to });
    },
  };
}

function placeOf(bugs: readonly Bug[], { id, at }: Chosen): number {
  const found = bugs.findIndex(({ _id }) => _id === id);
  return found === -1 ? Math.min(Math.max(at, 0), bugs.length - 1) : found;
}
