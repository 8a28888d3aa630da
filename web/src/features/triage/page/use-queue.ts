import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '#web/lib/api/query.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { type QueueOrder, queueQuery, queueSize, snoozesQuery } from '#web/features/triage/data.ts';

interface Chosen {
  readonly bug: Bug;
  /** The ids of the bugs after it: when a step removes it, the first of them that is still waiting comes next. */
  readonly behind: readonly string[];
}

/**
 * The bugs waiting for triage, and the current one. It stays current until a step of this page removes it or the user
 * goes on: another bug must never move under the keys by itself. `isHidden` returns whether a step has removed a bug.
 */
export function useQueue(order: QueueOrder, isHidden: (bug: Bug) => boolean) {
  const list = useQuery(queueQuery(order));
  const { data: snoozes = [] } = useQuery(snoozesQuery);
  const [chosen, setChosen] = useState<Chosen | 'none'>();
  const snoozed = new Set(snoozes.map(({ bug }) => bug));
  const waiting = list.data?.filter((bug) => !snoozed.has(bug._id) && !isHidden(bug));
  const held = waiting && heldOf(waiting, chosen, isHidden);
  const bugs = held ? withHeld(waiting, held) : waiting;

  const atHand = bugs === undefined || chosen === 'none' ? -1 : placeOf(bugs, chosen);
  const current = bugs?.[atHand];
  // Not by index: other bugs may leave at the same moment.
  if (bugs && current && chosen !== 'none' && !isSame(chosen, chosenAt(bugs, current)))
    setChosen(chosenAt(bugs, current));

  return {
    bugs,
    current,
    /** Whether the current bug is no longer waiting, because of another user or another field. */
    isHeld: held !== undefined,
    /** Whether more are waiting than are loaded. */
    isCut: list.data?.length === queueSize,
    error: failureOf(list),
    retry: () => void list.refetch(),
    /** Restarts with the first bug. */
    restart: () => setChosen(undefined),
    /** Chooses a bug. If it is not waiting, because its step is being undone, it is put before the current one. */
    choose(bug: Bug | undefined) {
      if (!bug) return setChosen('none');
      const isThere = bugs?.some(({ _id }) => _id === bug._id);
      const before = (bugs ?? []).slice(Math.max(0, atHand)).map(({ _id }) => _id);
      setChosen(isThere ? chosenAt(bugs ?? [], bug) : { bug, behind: before });
    },
    go(step: 1 | -1) {
      const to = bugs?.[Math.max(0, Math.min(bugs.length - 1, atHand + step))];
      if (bugs && to) setChosen(chosenAt(bugs, to));
    },
  };
}

/** The chosen bug, if it is no longer waiting but no step has removed it. */
function heldOf(
  waiting: readonly Bug[],
  chosen: Chosen | 'none' | undefined,
  isHidden: (bug: Bug) => boolean,
): Chosen | undefined {
  if (chosen === undefined || chosen === 'none' || isHidden(chosen.bug)) return undefined;
  return waiting.some(({ _id }) => _id === chosen.bug._id) ? undefined : chosen;
}

/** The bug in its place: before the first of those that came after it. */
function withHeld(waiting: readonly Bug[], { bug, behind }: Chosen): readonly Bug[] {
  const next = waiting.findIndex(({ _id }) => behind.includes(_id));
  return waiting.toSpliced(next === -1 ? waiting.length : next, 0, bug);
}

function placeOf(bugs: readonly Bug[], chosen: Chosen | undefined): number {
  if (chosen === undefined) return 0;
  const places = new Map(bugs.map(({ _id }, place) => [_id, place]));
  const next = [chosen.bug._id, ...chosen.behind].find((one) => places.has(one));
  return next === undefined ? bugs.length - 1 : (places.get(next) ?? 0);
}

function chosenAt(bugs: readonly Bug[], bug: Bug): Chosen {
  const place = bugs.findIndex(({ _id }) => _id === bug._id);
  return { bug, behind: place === -1 ? [] : bugs.slice(place + 1).map(({ _id }) => _id) };
}

function isSame(one: Chosen | undefined, other: Chosen): boolean {
  return one?.bug === other.bug && one.behind.join() === other.behind.join();
}
