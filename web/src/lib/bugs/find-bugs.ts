import { call } from '#web/lib/api/call.ts';
import { type Bug, listBugs } from '#web/lib/api/specified.ts';
import { numberIn } from './bug-number.ts';

/** The bugs for a typed text: the one with this number, then the newest with these words, at most `most`. */
export async function findBugs(text: string, most: number, signal: AbortSignal): Promise<Bug[]> {
  const number = numberIn(text);
  const [numbered, found] = await Promise.all([
    number === undefined ? [] : call(listBugs, { query: { number: String(number), limit: '1' }, signal }),
    call(listBugs, { query: { q: text, limit: String(most) }, signal }),
  ]);
  const first = numbered.slice(0, 1);
  return [...first, ...found.filter(({ _id }) => _id !== first[0]?._id)].slice(0, most);
}
