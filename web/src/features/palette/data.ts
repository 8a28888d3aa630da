import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Bug, listBugs } from '#web/lib/api/specified.ts';
import { bugName, newestFirst, numberIn } from '#web/lib/bugs/bug-number.ts';
import type { Command } from '#web/lib/feature.ts';
import { fold, matcherOf } from '#contract/bugs/search.ts';
import { additionsOffered } from '#web/lib/api/back-end.ts';
import { call } from '#web/lib/api/call.ts';
import { showsBugs } from '#web/lib/bugs/cached-bug.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';

/** An entry of the palette. */
export type Entry =
  | { readonly command: Command; readonly bug?: undefined; readonly isRecent?: boolean }
  | { readonly bug: ListedBug; readonly command?: undefined; readonly isRecent?: boolean };

/** What an entry shows of a bug. */
export type ListedBug = Pick<Bug, '_id' | 'title' | 'status'> & { readonly number?: number | undefined };

/** The page of a bug or a view that was opened before. */
export interface Recent {
  readonly path: string;
  readonly bug?: ListedBug | undefined;
}

/**
 * The entries before input: what was opened recently, and then the commands. Views are named by their commands; one
 * without a command no longer exists.
 */
export function entriesBeforeInput(recent: readonly Recent[], commands: readonly Command[]): Entry[] {
  const opening = (path: string) => commands.find(({ does }) => 'to' in does && does.to === path);
  const first = recent.flatMap(({ path, bug }): Entry[] => {
    if (bug) return [{ bug, isRecent: true }];
    const command = opening(path);
    return command ? [{ command, isRecent: true }] : [];
  });
  const others = findCommands(commands, '').filter(
    (command) => !first.some((entry) => entry.command === command),
  );
  return [...first, ...others.map((command) => ({ command }))];
}

/** The label of an entry. */
export function nameOf({ command, bug }: Entry): string {
  return command ? command.label : bugName(bug);
}

/** The unique key of an entry. */
export function keyOf({ command, bug }: Entry): string {
  return command ? command.label : bug._id;
}

/** The address that an entry links to; undefined if it runs an action instead. */
export function addressOf({ command, bug }: Entry): string | undefined {
  if (bug) return `/bugs/${bug._id}`;
  return 'to' in command.does ? command.does.to : undefined;
}

const between = /[^\p{L}\p{N}]+/u;

/**
 * The commands in which each typed word is a prefix of a word, in their order. Without input, all commands except those
 * that are only found by typing.
 */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const typed = wordsOf(text);
  // Input without a letter, such as `#`, is no word of a command.
  if (typed.length === 0 && text.trim() !== '') return [];
  return commands.filter(({ label, words = '', isOnlyFound = false }) => {
    if (isOnlyFound && typed.length === 0) return false;
    const own = wordsOf(`${label} ${words}`);
    return typed.every((start) => own.some((word) => word.startsWith(start)));
  });
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(between)
    .filter((word) => word !== '');
}

/** The maximum number of bugs shown. */
export const most = 8;

/**
 * The matches among the cached bugs, as the server would find them: the bug with the typed number, and the newest that
 * contain the text. Empty if the bug with the number is not cached, because it must come first.
 */
export function findKnown(known: readonly Bug[], text: string): Bug[] {
  const bugs = [...new Map(known.map((bug) => [bug._id, bug])).values()].toSorted(newestFirst);
  const hasNumbers = bugs.some((bug) => bug.number !== undefined);
  const number = hasNumbers ? numberIn(text) : undefined;
  const numbered = bugs.find((bug) => number !== undefined && bug.number === number);
  if (number !== undefined && !numbered) return [];
  return withFirst(numbered, bugs.filter(matcherOf(text)));
}

/** The bugs to show, without repetitions, starting with `first`. */
function withFirst(first: Bug | undefined, bugs: readonly Bug[]): Bug[] {
  const others = bugs.filter(({ _id }) => _id !== first?._id);
  return (first ? [first, ...others] : others).slice(0, most);
}

/**
 * The bugs that the server finds for a text: the one with the typed number, then the newest. Cached apart from the
 * lists of pages, and briefly, because changes of bugs do not update them.
 */
const foundBugsQuery = (text: string) =>
  queryOptions({
    queryKey: ['bugs found by the palette', text],
    queryFn: async ({ signal }): Promise<Bug[]> => {
      if (!additionsOffered()) return findKnown(await call(listBugs, { signal }), text);
      const number = numberIn(text);
      const limit = String(most);
      const [numbered, found] = await Promise.all([
        number === undefined ? [] : call(listBugs, { query: { number: String(number), limit: '1' }, signal }),
        call(listBugs, { query: { q: text, limit }, signal }),
      ]);
      return withFirst(numbered[0], found);
    },
    meta: showsBugs((bugs: Bug[]) => bugs),
    gcTime: 5_000,
  });

/** The bugs cached by pages. */
export type KnownBugs = (client: QueryClient) => readonly Bug[];

interface FoundBugs {
  readonly bugs: readonly Bug[];
  /** Whether the server has not answered yet, so that there may be more. */
  readonly isSearching: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** The bugs for a text: the cached ones at once, the server's matches after a pause in typing. */
export function useFoundBugs(text: string, knownBugs: KnownBugs): FoundBugs {
  const client = useQueryClient();
  const settled = useDebounced(text, 150);
  const { data, error, refetch } = useQuery({ ...foundBugsQuery(settled), enabled: settled !== '' });
  const known = useMemo(
    () => (text === '' ? [] : findKnown(knownBugs(client), text)),
    [client, knownBugs, text],
  );
  const isSettled = settled === text;
  const answer = isSettled ? data : undefined;
  const failure = isSettled ? error : null;
  return {
    bugs: text === '' ? [] : (answer ?? known),
    isSearching: text !== '' && answer === undefined && failure === null,
    error: failure,
    retry: () => void refetch(),
  };
}
