import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { matcherOf } from '#contract/bugs/search.ts';
import { bugMark } from '#contract/conversation/mentions.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import { type Bug, getBug } from '#web/lib/api/specified.ts';
import { numberIn } from '#web/lib/bugs/bug-number.ts';
import { findBugs } from '#web/lib/bugs/find-bugs.ts';
import { referenceQuery } from '#web/lib/formatted-text/FormattedText.tsx';
import { typingPause, useDebounced } from '#web/lib/use-debounced.ts';
import type { Edit } from './edit.ts';
import type { Typed } from './mentions.ts';

/* References to bugs, such as `#42`: offered while one is typed, and inserted in place of a pasted address. */

/** A `#` followed by a number or words; a heading has a space there. */
const begun = new RegExp(`${bugMark}([^\\s#＃][^\\n#＃]{0,40})$`, 'u');
const mostWords = 4;

/** The reference that ends at the cursor; undefined if there is none. */
export function referenceAt(text: string, cursor: number): Typed | undefined {
  const name = begun.exec(text.slice(Math.max(0, cursor - 60), cursor))?.[1];
  if (name === undefined || name.split(' ').length > mostWords) return undefined;
  // Text after a number, or in code, is not a search for a bug.
  if (/^\d+\s/.test(name) || isInCode(text.slice(0, cursor))) return undefined;
  return { from: cursor - name.length - 1, name };
}

const most = 6;

/** The bugs with the typed number or words. Empty without `typed`. */
export function useReferable(typed: string | undefined): readonly Bug[] {
  const hasAdditions = useAdditions();
  const text = useDebounced(typed, typingPause)?.trim();
  const { data = [] } = useQuery({
    queryKey: ['bugs to refer to', text],
    queryFn: ({ signal }) => findBugs(text ?? '', most, signal),
    enabled: hasAdditions && text !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 5_000,
  });
  if (typed === undefined || !hasAdditions) return [];
  if (typed.trim() === text) return data;
  // The bugs found for the text that was typed before.
  const hasWords = matcherOf(typed);
  return data.filter((bug) => bug.number === numberIn(typed) || hasWords(bug));
}

/** The part of a bug that its address has: its number or its id. */
export type BugAddress = Partial<Pick<Bug, 'number' | '_id'>>;

const address = /^\/bugs\/(?:([1-9]\d{0,9})|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))\/?(?:#[\w-]*)?$/;

/** The number or the id of the bug whose address a pasted text is; undefined for any other text. */
export function bugInAddress(pasted: string, origin: string): BugAddress | undefined {
  const text = pasted.trim();
  const match = text.startsWith(origin) ? address.exec(text.slice(origin.length)) : null;
  if (!match) return undefined;
  const [, number, id] = match;
  return id === undefined ? { number: Number(number) } : { _id: id };
}

/** The reference to a bug, such as `#42`. Rejects if there is no such bug, or it cannot be found. */
export async function referenceTo(client: QueryClient, { number = 0, _id: id }: BugAddress): Promise<string> {
  const bug = await (id === undefined
    ? client.query(referenceQuery(number))
    : client.query(endpointQuery(getBug, { params: { id } })));
  if (bug?.number === undefined) throw new Error('The bug has no number');
  return `#${bug.number}`;
}

const before = /(?:^|[\s([{>*_"'])$/u;
const after = /^(?:$|[\s)\]}.,;:!?*_"'])/u;

/**
 * Replaces an address at `from`, which was just pasted, by a reference. Returns undefined if the address is no longer
 * there, if `#42` would not be a reference there, as within a word, or if it is part of a link or of code.
 */
export function shortened(
  { value: text, selectionStart, selectionEnd }: Selection,
  { from, pasted, reference }: { from: number; pasted: string; reference: string },
): Edit | undefined {
  const to = from + pasted.length;
  const [left, right] = [text.slice(0, from), text.slice(to)];
  const isFree = before.test(left) && !left.endsWith('](') && after.test(right);
  if (text.slice(from, to) !== pasted || !isFree || isInCode(left)) return undefined;
  const moved = (at: number) =>
    at < to ? Math.min(at, from + reference.length) : at - pasted.length + reference.length;
  return { from, to, insert: reference, selectFrom: moved(selectionStart), selectTo: moved(selectionEnd) };
}

type Selection = Pick<HTMLTextAreaElement, 'value' | 'selectionStart' | 'selectionEnd'>;

/** Whether code is still open at the end of a text: a block between fences, or a span within its last line. */
function isInCode(text: string): boolean {
  const lines = text.split('\n');
  const last = lines.at(-1) ?? '';
  let fence: string | undefined;
  for (const line of lines) {
    const marks = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (marks === undefined) continue;
    if (fence === undefined) fence = marks;
    else if (marks[0] === fence[0] && marks.length >= fence.length) fence = undefined;
  }
  if (fence !== undefined) return true;
  let open: number | undefined;
  for (const [ticks] of last.matchAll(/`+/g)) {
    if (open === undefined) open = ticks.length;
    else if (open === ticks.length) open = undefined;
  }
  return open !== undefined;
}
