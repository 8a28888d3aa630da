import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fold } from '#contract/search.ts';
import { listUsers, type UserRef } from '#contract/users.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { typingPause, useDebounced } from '#web/lib/use-debounced.ts';

const most = 6;

/** The users with a name of which a word begins with `typed`: the bug's creator and assignee first. Empty without `typed`. */
export function useMentionable(
  typed: string | undefined,
  { createdBy, assignedTo }: Bug,
): readonly UserRef[] {
  const text = useDebounced(typed, typingPause);
  const query = endpointQuery(listUsers, { query: { q: text?.trim() ?? '', limit: String(most) } });
  const { data = [] } = useQuery({
    ...query,
    enabled: text !== undefined,
    placeholderData: keepPreviousData,
  });
  if (typed === undefined) return [];
  const people = new Map(
    [createdBy, ...(assignedTo ? [assignedTo] : []), ...data].map((one) => [one._id, one]),
  );
  const begins = ({ name }: UserRef) => ` ${fold(name)}`.includes(` ${fold(typed.trim())}`);
  return [...people.values()].filter(begins).slice(0, most);
}
