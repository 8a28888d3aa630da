import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isWorkField } from '#contract/bugs/bug-work.ts';
import { isSameInput } from '#contract/bugs/field.ts';
import { call } from '#web/lib/api/call.ts';
import { type Bug, deleteBug } from '#web/lib/api/specified.ts';
import { type BugInput, type FieldName, inputOf } from '#web/lib/bugs/bug-field.ts';
import type { BulkWork } from '#web/lib/extensions.ts';
import { patch } from '#web/lib/live/change.ts';
import { noteOwnChange } from '#web/lib/live/news.ts';
import { lostFields, putBug } from '#web/lib/bugs/change/change-bug.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { changesOf, fieldNames } from '#web/lib/bugs/change/bug-edit.ts';
import { ApiError, isRefusal, reasonOf } from '#web/lib/api/api-error.ts';
import { bugDeleted, bugsMaybeChanged, bugUpdated } from '#web/features/bugs/data/mutations.ts';
import { type BugPages, withBug, withoutBug } from '#web/features/bugs/data/bug-pages.ts';
import { bugLists } from '#web/features/bugs/data/queries.ts';
import { bulkTexts } from './texts.ts';

/** A bulk change of a field; `change` maps each bug's current input to its new input. */
export interface BulkChange {
  readonly field: FieldName;
  change(input: BugInput[FieldName]): BugInput[FieldName];
  /** Inputs of other fields, sent in the same call to the bugs that it changes. */
  readonly also?: Partial<BugInput>;
}

type BulkState =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly count: number; readonly of: number }
  | {
      readonly is: 'done';
      readonly verb: BulkVerb;
      readonly result: BulkResult;
      /** Undoes the changes; absent if there are none, or they cannot be undone. */
      readonly undo: (() => Promise<void>) | undefined;
    };

export type BulkVerb = 'changed' | 'changedBack' | 'deleted';

/** A bug before and after it was changed. */
interface Made {
  readonly before: Bug;
  readonly after: Bug;
}

/** Which bugs the user may act on, and why not on the others. */
interface Allowed {
  mayDo(bug: Bug): boolean;
  readonly reason: string;
}

/** Changes or deletes many bugs, one request each, with progress and result. */
export function useBulk(onDone: (ids: readonly string[]) => void) {
  const rights = useBugRights();
  const client = useQueryClient();
  const [state, setState] = useState<BulkState>({ is: 'idle' });
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  const allowedTo = (field: FieldName): Allowed => ({
    mayDo: (bug) => rights.mayChange(bug, field),
    reason: isWorkField(field) ? bulkTexts.notYourWork : bulkTexts.notYours,
  });

  async function run(
    verb: BulkVerb,
    bugs: readonly Bug[],
    { mayDo, reason }: Allowed,
    work: (bug: Bug) => Promise<unknown>,
    undo?: () => (() => Promise<void>) | undefined,
  ) {
    stop.current = new AbortController();
    const mine = bugs.filter(mayDo);
    const others = bugs.filter((bug) => !mayDo(bug)).map((bug) => ({ bug, reason }));
    setState({ is: 'running', count: 0, of: mine.length });
    const result = await forEachBug(mine, work, {
      signal: stop.current.signal,
      onProgress: (count) => setState({ is: 'running', count, of: mine.length }),
    });
    onDone(result.done);
    const unclear = result.unclear.map(({ bug }) => bug._id);
    if (unclear.length > 0) void bugsMaybeChanged(client, unclear);
    setState({
      is: 'done',
      verb,
      result: { ...result, refused: [...result.refused, ...others] },
      undo: undo?.(),
    });
  }

  async function change(
    bugs: readonly Bug[],
    { field, change: changed, also = {} }: BulkChange,
  ): Promise<void> {
    const made: Made[] = [];
    await run(
      'changed',
      bugs,
      allowedTo(field),
      async (before) => {
        const inputs = inputOf(before);
        const wanted = changed(inputs[field]);
        if (isSameInput(inputs[field], wanted)) return;
        const changes = changesOf(inputs, { ...inputs, [field]: wanted, ...also });
        if (!(field in changes)) return;
        made.push({ before, after: await put(before, changes) });
      },
      // Users who reassign bugs may not be allowed to undo that.
      () =>
        made.some(({ after }) => rights.mayChange(after, field))
          ? () => changeBack(made, field, also)
          : undefined,
    );
    refresh(made.at(-1)?.after);
  }

  /** Changes the bugs back if their version is still the same; the server refuses those that have changed since. */
  async function changeBack(made: readonly Made[], field: FieldName, also: Partial<BugInput>): Promise<void> {
    const former = new Map(
      made.map(({ before, after }) => {
        const inputs = inputOf(before);
        const isSet = (name: FieldName) =>
          name === field || (name in also && !isSameInput(inputs[name], inputOf(after)[name]));
        const names = [...fieldNames.filter(isSet), ...lostFields(before, after)];
        const back = { ...inputs, ...changesOf(inputOf(after), inputs) };
        return [after._id, Object.fromEntries(names.map((name) => [name, back[name]]))];
      }),
    );
    let last: Bug | undefined;
    const bugs = made.map(({ after }) => after);
    await run('changedBack', bugs, allowedTo(field), async (bug) => {
      last = await put(bug, former.get(bug._id) ?? {});
    });
    refresh(last);
  }

  /** Performs another feature's action on bugs. */
  async function act(bugs: readonly Bug[], { work, ...allowed }: BulkWork): Promise<void> {
    const undos = new Map<string, () => Promise<unknown>>();
    await run(
      'changed',
      bugs,
      allowed,
      async (bug) => {
        const undo = await work(bug);
        if (undo) undos.set(bug._id, undo);
      },
      () => (undos.size > 0 ? () => undoAll(bugs, undos) : undefined),
    );
    void bugsMaybeChanged(client, [...undos.keys()]);
  }

  async function undoAll(
    bugs: readonly Bug[],
    undos: ReadonlyMap<string, () => Promise<unknown>>,
  ): Promise<void> {
    const changed = bugs.filter(({ _id }) => undos.has(_id));
    // The server checks the permission.
    await run('changedBack', changed, { mayDo: () => true, reason: '' }, async ({ _id }) =>
      undos.get(_id)?.(),
    );
    void bugsMaybeChanged(client, [...undos.keys()]);
  }

  async function put(bug: Bug, body: Partial<BugInput>): Promise<Bug> {
    const { version } = bug;
    // A back end without versions may treat an omitted field as an empty one.
    const sent = version === undefined ? { ...inputOf(bug), ...body } : body;
    const stored = await putBug({ id: bug._id, version, body: sent, asEditor: rights.mayEdit(bug) });
    patch<BugPages>(client, bugLists, (data) => withBug(data, stored));
    noteOwnChange(stored);
    return stored;
  }

  /** Invalidates lists and figures once, not for every bug. */
  function refresh(last: Bug | undefined): void {
    if (last) void bugUpdated(client, last);
  }

  async function remove(bugs: readonly Bug[]): Promise<void> {
    let last: string | undefined;
    await run('deleted', bugs, { mayDo: rights.mayDelete, reason: bulkTexts.notYours }, async ({ _id }) => {
      await call(deleteBug, { params: { id: _id } });
      patch<BugPages>(client, bugLists, (data) => withoutBug(data, _id));
      noteOwnChange({ _id, version: null });
      last = _id;
    });
    if (last !== undefined) void bugDeleted(client, last);
  }

  return {
    state,
    change,
    act,
    remove,
    cancel: () => stop.current.abort(),
    close: () => setState({ is: 'idle' }),
  };
}

/** Concurrent requests. */
const atOnce = 4;

interface Failure {
  readonly bug: Bug;
  readonly reason: string;
}

export interface BulkResult {
  /** Ids of the bugs that succeeded. */
  readonly done: readonly string[];
  readonly refused: readonly Failure[];
  /** Bugs with an unknown outcome: the response was lost. */
  readonly unclear: readonly Failure[];
  /** How many were skipped after the abort. */
  readonly left: number;
}

interface Watch {
  /** Skips the bugs not yet started; requests in flight finish. */
  signal: AbortSignal;
  /** Called with the number of finished bugs, refused ones included. */
  onProgress: (count: number) => void;
}

const reasons: Readonly<Record<number, string>> = {
  404: bulkTexts.gone,
  412: bulkTexts.changedMeanwhile,
};

/** Runs an action for each bug, a few concurrently. Never rejects: the result lists failures by bug. */
async function forEachBug(
  bugs: readonly Bug[],
  work: (bug: Bug) => Promise<unknown>,
  { signal, onProgress }: Watch,
): Promise<BulkResult> {
  const waiting = [...bugs];
  const done: string[] = [];
  const refused: Failure[] = [];
  const unclear: Failure[] = [];
  const settled = () => done.length + refused.length + unclear.length;

  async function workOff() {
    for (let bug = waiting.shift(); bug !== undefined; bug = signal.aborted ? undefined : waiting.shift()) {
      try {
        await work(bug);
        done.push(bug._id);
      } catch (error) {
        (isRefusal(error) ? refused : unclear).push({ bug, reason: reasonFor(error) });
      }
      onProgress(settled());
    }
  }

  await Promise.all(Array.from({ length: atOnce }, workOff));
  return { done, refused, unclear, left: bugs.length - settled() };
}

function reasonFor(error: unknown): string {
  return (error instanceof ApiError ? reasons[error.status] : undefined) ?? reasonOf(error);
}
