import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Bug } from '#contract/bugs.ts';
import { type Problem, problemOf } from '#web/lib/form/problem.ts';
import { queueKey } from '#web/features/triage/queries.ts';
import { pageTexts } from './texts.ts';

/** What is done to a bug in triage, and how it is taken back. Both answer the bug as it then is, where that has changed. */
export interface Step {
  readonly bug: Bug;
  /** What was done, in words. */
  readonly text: string;
  /** Whether the bug then waits for triage no more. */
  readonly leaves: boolean;
  readonly run: () => Promise<Bug | undefined>;
  readonly undo: () => Promise<Bug | undefined>;
}

interface Outcome {
  readonly text: string;
  readonly problem?: Problem;
}

interface Taken {
  readonly step: Step;
  /** Whether it was stored. */
  readonly isStored: Promise<boolean>;
}

/** A bug stays hidden as long as what is loaded of it is older than this version. */
type Hidden = ReadonlyMap<string, number>;

/** The steps of triage: each shows at once, and the last one can be undone, one after another. */
export function useSteps() {
  const client = useQueryClient();
  const [hidden, setHidden] = useState<Hidden>(new Map());
  const [taken, setTaken] = useState<readonly Taken[]>([]);
  const [outcome, setOutcome] = useState<Outcome>();

  function hide({ _id }: Bug, until: number | undefined) {
    setHidden((before) => {
      const after = new Map(before);
      if (until === undefined) after.delete(_id);
      else after.set(_id, until);
      return after;
    });
  }
  function store(bug: Bug | undefined) {
    if (!bug) return;
    client.setQueriesData<Bug[]>({ queryKey: queueKey }, (bugs) =>
      bugs?.map((one) => (one._id === bug._id && one.version < bug.version ? bug : one)),
    );
  }
  async function run(step: Step): Promise<boolean> {
    try {
      const bug = await step.run();
      // The list is not of those that have left it.
      if (!step.leaves) store(bug);
      else if (bug) hide(bug, bug.version);
      return true;
    } catch (error) {
      hide(step.bug, undefined);
      setOutcome({ text: '', problem: problemOf(pageTexts.stepFailed, error) });
      return false;
    }
  }
  function take(step: Step) {
    if (step.leaves) hide(step.bug, Infinity);
    setOutcome({ text: step.text });
    const isStored = run(step);
    setTaken((before) => [...before, { step, isStored }]);
  }
  /** Undoes the last step; resolves with its bug. */
  async function undo(): Promise<Bug | undefined> {
    const last = taken.at(-1);
    if (!last) return undefined;
    setTaken((before) => before.filter((one) => one !== last));
    const { step, isStored } = last;
    if (!(await isStored)) return undefined;
    try {
      store(await step.undo());
      hide(step.bug, undefined);
      await client.invalidateQueries({ queryKey: queueKey });
      setOutcome({ text: pageTexts.did.undone(`#${step.bug.number}`) });
      return step.bug;
    } catch (error) {
      setOutcome({ text: '', problem: problemOf(pageTexts.undoFailed, error) });
      return undefined;
    }
  }
  return {
    isHidden: ({ _id, version }: Bug) => version < (hidden.get(_id) ?? 0),
    take,
    undo: taken.length === 0 ? undefined : undo,
    outcome,
    close: () => setOutcome(undefined),
  };
}

export type Steps = ReturnType<typeof useSteps>;
