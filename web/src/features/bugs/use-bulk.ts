import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Bug, canEditBug, deleteBug, listBugs, updateBug } from '#contract/bugs.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { bugDeleted, bugUpdated } from './bug-cache.ts';
import { type BugInput, inputOf } from './bug-form.ts';
import { type BugPages, withBug, withoutBug } from './bug-pages.ts';
import { bulkTexts } from './bulk-texts.ts';
import { type BulkResult, forEachBug } from './bulk.ts';

export type BulkChange = Partial<Pick<BugInput, 'status' | 'priority' | 'assignedTo'>>;

export type BulkState =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly count: number; readonly of: number }
  | { readonly is: 'done'; readonly verb: 'changed' | 'deleted'; readonly result: BulkResult };

const lists = { queryKey: endpointKey(listBugs) };

/** Changes or deletes many bugs, each by a call of its own, and knows how far it has come and what came of it. */
export function useBulk(onDone: (ids: readonly string[]) => void) {
  const user = useUser();
  const client = useQueryClient();
  const [state, setState] = useState<BulkState>({ is: 'idle' });
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  async function run(
    verb: 'changed' | 'deleted',
    bugs: readonly Bug[],
    work: (bug: Bug) => Promise<unknown>,
  ) {
    stop.current = new AbortController();
    const mine = bugs.filter((bug) => canEditBug(user, bug));
    const others = bugs
      .filter((bug) => !canEditBug(user, bug))
      .map((bug) => ({ bug, reason: bulkTexts.notYours }));
    setState({ is: 'running', count: 0, of: mine.length });
    const result = await forEachBug(mine, work, {
      signal: stop.current.signal,
      onProgress: (count) => setState({ is: 'running', count, of: mine.length }),
    });
    onDone(result.done);
    setState({ is: 'done', verb, result: { ...result, refused: [...result.refused, ...others] } });
  }

  async function change(bugs: readonly Bug[], body: BulkChange): Promise<void> {
    let last: Bug | undefined;
    await run('changed', bugs, async (bug) => {
      if (isSo(bug, body)) return;
      const headers = { 'if-match': `"${bug.version}"` };
      const stored = await call(updateBug, { params: { id: bug._id }, body, headers });
      client.setQueriesData<BugPages>(lists, (data) => data && withBug(data, stored));
      last = stored;
    });
    // Lists and figures are fetched anew once, and not for every bug.
    if (last) void bugUpdated(client, last);
  }

  async function remove(bugs: readonly Bug[]): Promise<void> {
    let last: string | undefined;
    await run('deleted', bugs, async ({ _id }) => {
      await call(deleteBug, { params: { id: _id } });
      client.setQueriesData<BugPages>(lists, (data) => data && withoutBug(data, _id));
      last = _id;
    });
    if (last !== undefined) void bugDeleted(client, last);
  }

  return { state, change, remove, cancel: () => stop.current.abort(), close: () => setState({ is: 'idle' }) };
}

function isSo(bug: Bug, body: BulkChange): boolean {
  const now = inputOf(bug);
  return Object.entries(body).every(([field, value]) => now[field as keyof BulkChange] === value);
}
