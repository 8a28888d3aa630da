import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '#web/lib/api/failure-of.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { componentsQuery, type QueueOrder, queueQuery, snoozesQuery } from '#web/features/triage/queries.ts';

interface Chosen {
  readonly id: string;
  /** The ids of those behind it: when it leaves, the first of them that still waits comes next. */
  readonly behind: readonly string[];
}

/** The bugs that wait for triage, and the one at hand; `isHidden` are those that were just dealt with. */
export function useQueue(order: QueueOrder, isHidden: (bug: Bug) => boolean) {
  const components = useQuery(componentsQuery);
  const hasComponents = components.data?.some(({ archived }) => !archived) ?? false;
  const list = useQuery({ ...queueQuery(hasComponents, order), enabled: !components.isPending });
  const { data: snoozes = [] } = useQuery(snoozesQuery);
  const [chosen, setChosen] = useState<Chosen | 'none'>({ id: '', behind: [] });
  const snoozed = new Set(snoozes.map(({ bug }) => bug));
  const bugs = list.data?.filter((bug) => !snoozed.has(bug._id) && !isHidden(bug));

  const atHand = chosen === 'none' ? -1 : placeOf(bugs ?? [], chosen);
  const current = bugs?.[atHand];
  // Not by its place: others may leave in the same moment.
  if (bugs && current && chosen !== 'none' && !isSame(chosen, chosenAt(bugs, atHand)))
    setChosen(chosenAt(bugs, atHand));

  return {
    bugs,
    current,
    error: failureOf(list),
    retry: () => void list.refetch(),
    choose: (bug: Bug | undefined) =>
      setChosen(
        bug ? chosenAt(bugs ?? [], placeOf(bugs ?? [], { id: bug._id, behind: [] }), bug._id) : 'none',
      ),
    go(step: 1 | -1) {
      const to = Math.max(0, Math.min((bugs?.length ?? 1) - 1, atHand + step));
      if (bugs?.[to]) setChosen(chosenAt(bugs, to));
    },
  };
}

function placeOf(bugs: readonly Bug[], { id, behind }: Chosen): number {
  const places = new Map(bugs.map(({ _id }, place) => [_id, place]));
  const next = [id, ...behind].find((one) => places.has(one));
  if (next !== undefined) return places.get(next) ?? 0;
  return id === '' ? 0 : bugs.length - 1;
}

function chosenAt(bugs: readonly Bug[], place: number, id = bugs[place]?._id ?? ''): Chosen {
  return { id, behind: bugs.slice(place + 1).map(({ _id }) => _id) };
}

function isSame(one: Chosen, other: Chosen): boolean {
  return one.id === other.id && one.behind.join() === other.behind.join();
}
