import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { cachedBug, isLater, newerOf } from '#web/lib/bugs/cached-bug.ts';
import { oneAfterAnother } from '#web/lib/bugs/change/change-bug.ts';
import { type Problem, problemOf } from '#web/lib/form/problem.ts';
import { queueKey } from '#web/features/triage/data.ts';
import { pageTexts } from './texts.ts';

/** The result of a step, or of undoing it. */
export interface Done {
  /** The bug after the step; undefined if the step does not change its fields. */
  readonly bug: Bug | undefined;
  /** Undoes the step; undefined if it changed nothing. */
  readonly undo?: (() => Promise<Done>) | undefined;
  /** The outcome of undoing as text, if there is more to say than that it is undone. */
  readonly text?: string;
}

/** A step of triage: a change of one bug. */
export interface Step {
  readonly bug: Bug;
  /** The text of the change. */
  readonly text: string;
  /** Whether the bug is then no longer waiting for triage. */
  readonly leaves: boolean;
  /** Changes the bug, once the previous steps are stored. */
  readonly run: () => Promise<Done>;
}

interface Outcome {
  readonly text: string;
  readonly problem?: Problem;
}

interface Taken {
  readonly step: Step;
  /** How to undo it, once it is stored; undefined if it failed or changed nothing. */
  readonly undoing: Promise<Done['undo']>;
}

/**
 * By bug, the version with which it left the queue. The bug stays hidden until its loaded version is later than that,
 * because the server may have found the bug before it left, and read it afterwards.
 */
type Hidden = ReadonlyMap<string, number>;

/**
 * The steps of triage, run sequentially for each bug. A bug that leaves disappears at once; any other change shows once
 * it is stored. The last step can be undone, then the one before it.
 */
export function useSteps() {
  const client = useQueryClient();
  const [hidden, setHidden] = useState<Hidden>(new Map());
  const [taken, setTaken] = useState<readonly Taken[]>([]);
  const [outcome, setOutcome] = useState<Outcome>();
  const latest = useRef<Step>(undefined);
  const undone = useRef(new WeakSet<Step>());

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
      bugs?.map((one) => (one._id === bug._id && isLater(bug, one) ? bug : one)),
    );
  }
  async function run(step: Step): Promise<Done['undo']> {
    try {
      const { bug, undo: undoing } = await oneAfterAnother(client, step.bug, step.run);
      // Bugs that have left the list are not stored in it.
      if (!step.leaves) store(bug);
      else if (bug && !undone.current.has(step)) hide(bug, bug.version ?? 0);
      // Keeps the text of a later step.
      if (!step.leaves && latest.current === step) setOutcome({ text: step.text });
      return undoing;
    } catch (error) {
      if (step.leaves) hide(step.bug, undefined);
      setOutcome({ text: '', problem: problemOf(pageTexts.stepFailed, error) });
      return undefined;
    }
  }
  function take(step: Step) {
    latest.current = step;
    if (step.leaves) {
      hide(step.bug, Infinity);
      setOutcome({ text: step.text });
    }
    const one: Taken = { step, undoing: run(step) };
    setTaken((before) => [...before, one]);
    void one.undoing.then((undoing) => undoing ?? drop(one));
  }
  function drop(one: Taken) {
    setTaken((before) => before.filter((other) => other !== one));
  }
  /**
   * Undoes the last step. Returns its bug at once: users who go on before the change is stored must not be taken back
   * to it.
   */
  function undo(): Bug | undefined {
    const last = taken.at(-1);
    if (!last) return undefined;
    drop(last);
    const { step } = last;
    undone.current.add(step);
    if (step.leaves) hide(step.bug, undefined);
    void storeUndo(last);
    return step.bug;
  }
  async function storeUndo({ step, undoing }: Taken): Promise<void> {
    const undoes = await undoing;
    if (!undoes) return;
    try {
      const { bug, text = pageTexts.did.undone(`#${step.bug.number}`) } = await oneAfterAnother(
        client,
        step.bug,
        undoes,
      );
      store(bug);
      await client.invalidateQueries({ queryKey: queueKey });
      setOutcome({ text });
    } catch (error) {
      setOutcome({ text: '', problem: problemOf(pageTexts.undoFailed, error) });
    }
  }
  return {
    /** Removes a bug that another part of the page has changed. */
    leave: (bug: Bug) => hide(bug, newerOf(cachedBug(client, bug._id), bug).version ?? Infinity),
    isHidden: ({ _id, version = 0 }: Bug) => version <= (hidden.get(_id) ?? -1),
    take,
    undo: taken.length === 0 ? undefined : undo,
    outcome,
    close: () => setOutcome(undefined),
  };
}

export type Steps = ReturnType<typeof useSteps>;
