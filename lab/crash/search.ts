import { setTimeout as delay } from 'node:timers/promises';
import type { Bug } from '#contract/bugs/bugs.ts';
import { type Answered, send } from '#lab/client.ts';
import type { Fault } from './ledger.ts';

/** How long a search that is refused on a busy machine is repeated. Milliseconds. */
const timeout = 20_000;
/** How many of the newest bugs are searched for. */
const sample = 3;

/** The newest bugs that the list has and the search does not find. */
export async function searchFaults(url: string, token: string, bugs: readonly Bug[]): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { _id, title } of bugs.slice(0, sample)) {
    // The text in brackets is unique to the bug.
    const q = new URLSearchParams({ q: `"${title.slice(0, title.indexOf(']') + 1)}"` });
    const answer = await answerTo(url, token, `/api/bugs?${q}`);
    if (answer.status !== 200) {
      faults.push({ kind: 'refused', what: `the search for ${title} was answered ${answer.status}` });
      continue;
    }
    const found = (answer.body as Bug[]).map((bug) => bug._id);
    if (found.length !== 1 || found[0] !== _id)
      faults.push({ kind: 'half done', what: `${title} exists, and a search finds ${found.length} bugs` });
  }
  return faults;
}

async function answerTo(url: string, token: string, path: string): Promise<Answered> {
  const giveUpAt = performance.now() + timeout;
  for (;;) {
    const answer = await send(url, { method: 'GET', path, token });
    if (answer.status !== 503 || performance.now() > giveUpAt) return answer;
    await delay(500);
  }
}
