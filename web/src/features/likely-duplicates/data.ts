import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { listLikelyDuplicates, maxCompared } from '#contract/bugs/likely-duplicates.ts';
import { endpointKey, endpointQuery } from '#web/lib/api/query.ts';
import { fold } from '#contract/bugs/search.ts';
import { createComment, maxComment } from '#contract/conversation/comments.ts';
import { textLength } from '#contract/text.ts';
import { getWatchers, watchBug } from '#contract/conversation/watching.ts';
import { call } from '#web/lib/api/call.ts';
import { type Once, onceOnly } from '#web/lib/api/once-only.ts';
import { getBug } from '#web/lib/api/specified.ts';
import type { CreateAsideProps } from '#web/lib/extensions.ts';

interface Asked {
  readonly title: string;
  readonly description: string;
}

/** The maximum length of the description in the URL, in UTF-16 code units. */
const mostSent = 1_000;
/** The minimum length of the title for a search. */
const leastTitle = 4;

/** The bugs similar to the input; while loading, those of the previous input. */
export function likelyQuery({ title, description }: Asked) {
  const asked = title.trim().slice(0, maxCompared.title).toWellFormed();
  return queryOptions({
    ...endpointQuery(listLikelyDuplicates, { query: { title: asked, description: beginOf(description) } }),
    enabled: asked.length >= leastTitle,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    // A bug can be filed without the search.
    retry: false,
  });
}

/** The beginning of a text without the URLs of its links. */
function beginOf(text: string): string {
  const begin = text.slice(0, 2 * mostSent).replaceAll(/\]\([^)\n]*\)/g, ']');
  return begin.replaceAll('\0', '').slice(0, mostSent).toWellFormed();
}

/** A part of a title, and whether it matched. */
export interface TitlePart {
  /** Its start position. */
  readonly at: number;
  readonly text: string;
  readonly isMatch: boolean;
}

const letters = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Splits the title into parts, separating words that begin with a matched text; `rest` are the matched texts that no
 * word begins with.
 */
export function partsOf(title: string, matched: readonly string[]): { parts: TitlePart[]; rest: string[] } {
  const parts: TitlePart[] = [];
  const seen = new Set<string>();
  let end = 0;
  for (const { 0: word, index } of title.matchAll(letters)) {
    const folded = fold(word);
    const matching = matched.filter((each) => folded.startsWith(each));
    if (matching.length === 0) continue;
    for (const each of matching) seen.add(each);
    if (index > end) parts.push({ at: end, text: title.slice(end, index), isMatch: false });
    parts.push({ at: index, text: word, isMatch: true });
    end = index + word.length;
  }
  if (end < title.length) parts.push({ at: end, text: title.slice(end), isMatch: false });
  return { parts, rest: matched.filter((each) => !seen.has(each)) };
}

/** The typed text of each matching part of a word. */
export function typedWords(typed: string, matched: readonly string[]): string[] {
  const words = [...typed.matchAll(letters)].map(([word]) => word);
  return matched.flatMap((each) => words.find((word) => fold(word).startsWith(each)) ?? []);
}

type Typed = CreateAsideProps['typed'];

/** The text of a new bug as a comment on another one. */
function commentOf({ title, description }: Typed): string {
  return [title.trim(), description.trim()].filter((text) => text !== '').join('\n\n');
}

/** Whether it exceeds the maximum length of a comment. */
export function isTooLong(typed: Typed): boolean {
  return textLength(commentOf(typed)) > maxComment;
}

/** Watches a bug and comments on it with the typed text; repeated requests post it once. */
export function useCommentInstead() {
  const client = useQueryClient();
  const last = useRef<{ sent: string; once: Once }>(undefined);
  return async (bugId: string, typed: Typed): Promise<void> => {
    const body = { body: commentOf(typed), ...(typed.files.length > 0 && { files: [...typed.files] }) };
    const sent = JSON.stringify([bugId, body]);
    if (last.current?.sent !== sent) last.current = { sent, once: onceOnly() };
    const params = { id: bugId };
    await call(watchBug, { params, query: {} });
    await last.current.once((headers) => call(createComment, { params, body, headers }));
    for (const endpoint of [getBug, getWatchers])
      void client.invalidateQueries({ queryKey: endpointKey(endpoint, { params }) });
  };
}
