import { type Mutation, useMutationState } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import type { FieldName } from '#web/lib/bugs/bug-field.ts';
import { type ChangeOutcome, fieldsOf, withFields } from '#web/lib/bugs/change/change-bug.ts';
import { changeKey, type FieldChange } from './field-change.ts';

/** A bug with the optimistic updates of its pending changes, and the fields of those. */
export function useShownBug(bug: Bug): { shown: Bug; saving: readonly FieldName[] } {
  const changes = usePendingChanges().filter(({ seen }) => seen._id === bug._id);
  return { shown: changes.reduce(withChange, bug), saving: changes.flatMap(fieldsOf) };
}

/** Bugs with the optimistic updates of their pending changes; the others stay the same objects. */
export function useShownBugs(bugs: readonly Bug[]): readonly Bug[] {
  const changes = usePendingChanges();
  return useMemo(() => {
    if (changes.length === 0) return bugs;
    return bugs.map((bug) => changes.filter(({ seen }) => seen._id === bug._id).reduce(withChange, bug));
  }, [bugs, changes]);
}

/** The changes that are not stored yet. */
export function usePendingChanges(): readonly FieldChange[] {
  return useMutationState({
    filters: { mutationKey: changeKey, status: 'pending' },
    select: ({ state }) => state.variables as FieldChange,
  });
}

function withChange(shown: Bug, change: FieldChange): Bug {
  const { place, seen, wanted } = change;
  return {
    ...withFields(shown, fieldsOf(change), { from: seen, to: wanted }),
    ...(place && { rank: wanted.rank }),
  };
}

export interface SettledChange {
  readonly id: number;
  readonly change: FieldChange;
  /** Undefined after a failure; `error` has the cause. */
  readonly outcome: ChangeOutcome | undefined;
  readonly error: unknown;
  readonly mutation: Mutation;
}

/** Settled changes whose notices are still open. */
export function useSettledChanges(): readonly SettledChange[] {
  return useMutationState({
    filters: { mutationKey: changeKey, predicate: ({ state }) => state.status !== 'pending' },
    select: (mutation) => ({
      id: mutation.mutationId,
      change: mutation.state.variables as FieldChange,
      outcome: mutation.state.data as ChangeOutcome | undefined,
      error: mutation.state.error,
      mutation,
    }),
  });
}
