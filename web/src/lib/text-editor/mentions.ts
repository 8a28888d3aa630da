import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fold } from '#contract/bugs/search.ts';
import { personMark } from '#contract/conversation/mentions.ts';
import { listUsers, type UserRef } from '#contract/accounts/users.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import { useSuspended } from '#web/lib/suspended-users.tsx';
import { typingPause, useDebounced } from '#web/lib/use-debounced.ts';

/** A mention or a reference being typed. */
export interface Typed {
  /** The position of its `@` or `#`. */
  readonly from: number;
  /** The text after that character. */
  readonly name: string;
}

const begun = new RegExp(`${personMark}(\\S[^\\n@＠]{0,40})?$`, 'u');
/** Names rarely have more words; a sentence after an `@` does. */
const mostWords = 3;

/** The mention that ends at the cursor; undefined if there is none. */
export function mentionAt(text: string, cursor: number): Typed | undefined {
  const match = begun.exec(text.slice(Math.max(0, cursor - 60), cursor));
  if (!match) return undefined;
  const [, name = ''] = match;
  return name.split(' ').length > mostWords ? undefined : { from: cursor - name.length - 1, name };
}

const most = 6;

/**
 * The users with a word in their name that begins with `typed`, starting with those in `first`. Suspended users are
 * left out. Empty without `typed`.
 */
export function useMentionable(typed: string | undefined, first: readonly UserRef[]): readonly UserRef[] {
  const hasAdditions = useAdditions();
  const suspended = useSuspended();
  const text = useDebounced(typed, typingPause);
  const query = endpointQuery(listUsers, { query: { q: text?.trim() ?? '', limit: String(most) } });
  const { data = [] } = useQuery({
    ...query,
    enabled: hasAdditions && text !== undefined,
    placeholderData: keepPreviousData,
  });
  if (typed === undefined || !hasAdditions) return [];
  const people = new Map([...first, ...data].map((one) => [one._id, one]));
  for (const { _id } of suspended) people.delete(_id);
  const begins = ({ name }: UserRef) => ` ${fold(name)}`.includes(` ${fold(typed.trim())}`);
  return [...people.values()].filter(begins).slice(0, most);
}
