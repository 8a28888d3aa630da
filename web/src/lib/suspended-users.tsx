import { queryOptions, useQuery } from '@tanstack/react-query';
import { listSuspendedUsers } from '#contract/accounts/suspended-users.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import { inLanguage } from '#web/language/language.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { listUsers } from '#web/lib/api/specified-users.ts';
import { untilChanged } from '#web/lib/live/until-changed.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import styles from './suspended-users.module.css';

const mark = inLanguage({ en: '(suspended)', de: '(gesperrt)' });

/** The suspended users, to whom no bug is newly assigned; only for back ends with additions. */
export const suspendedQuery = queryOptions({
  queryKey: endpointKey(listUsers, 'suspended'),
  queryFn: ({ signal }) => call(listSuspendedUsers, { signal }),
  staleTime: untilChanged,
});

const none: readonly UserRef[] = [];

/** The suspended users. */
export function useSuspended(): readonly UserRef[] {
  const { data = none } = useQuery({ ...suspendedQuery, enabled: useAdditions() });
  return data;
}

/** Returns the users with names that say that they are suspended. */
export const marked = (users: readonly UserRef[]): readonly UserRef[] =>
  users.map(({ _id, name }) => ({ _id, name: `${name} ${mark}` }));

/** A person's name, which says whether the person is suspended. */
export function MarkedPerson({ _id: id, name }: UserRef) {
  const isSuspended = useSuspended().some(({ _id }) => _id === id);
  if (!isSuspended) return <PersonName id={id} name={name} />;
  return (
    <span className={styles.marked}>
      <PersonName id={id} name={name} /> <span>{mark}</span>
    </span>
  );
}
