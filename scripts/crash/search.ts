import type { Bug } from '#contract/bugs/bugs.ts';
import { send } from './client.ts';
import type { Fault } from './ledger.ts';

/** How many of the newest bugs are searched for. */
const sample = 3;

/** The newest bugs that the list has and the search does not find. */
export async function searchFaults(url: string, token: string, bugs: readonly Bug[]): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { _id, title } of bugs.slice(0, sample)) {
    // The text in brackets is unique to the bug.
    const q = new URLSearchParams({ q: `"${title.slice(0, title.indexOf(']') + 1)}"` });
    const answer = await send(url, token, { method: 'GET', path: `/api/bugs?${q}` });
    const found = answer?.status === 200 ? (answer.body as Bug[]).map((bug) => bug._id) : [];
    if (found.length !== 1 || found[0] !== _id)
      faults.push({ kind: 'half done', what: `${title} exists, and a search finds ${found.length} bugs` });
  }
  return faults;
}
