import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserRef } from '#contract/accounts/users.ts';
import { watchingPermissions } from '#contract/conversation/watching.ts';
import { can } from '#contract/permissions.ts';
import { counted, inLanguage } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { useMentionable } from '#web/lib/text-editor/mentions.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Autocomplete } from '#web/ui/inputs/Autocomplete.tsx';
import { CountedToggle } from '#web/ui/CountedToggle.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { useWatch, watchersQuery } from './data.ts';
import styles from './inbox.module.css';

const watchTexts = inLanguage({
  en: {
    watch: 'Watch',
    stop: 'Stop watching',
    help: 'Get changes to this bug in your inbox (w)',
    watching: { one: 'watcher', other: 'watchers' },
    list: 'People watching this bug',
    remove: (name: string) => `Remove ${name}`,
    add: 'Add a watcher',
    typeName: 'Type a name',
    noOne: 'No matching people',
    failed: 'The change was not saved',
    retry: 'Show who watches this bug',
  },
  de: {
    watch: 'Beobachten',
    stop: 'Nicht mehr beobachten',
    help: 'Änderungen an diesem Bug im Posteingang erhalten (w)',
    watching: { one: 'Person beobachtet', other: 'Personen beobachten' },
    list: 'Wer diesen Bug beobachtet',
    remove: (name: string) => `${name} entfernen`,
    add: 'Jemanden hinzufügen',
    typeName: 'Einen Namen eingeben',
    noOne: 'Keine passenden Personen',
    failed: 'Die Änderung wurde nicht gespeichert',
    retry: 'Beobachtende anzeigen',
  },
});

/** Whether the user watches a bug, and how many users do; admins see their names. */
export function Watching({ bug }: { bug: Bug }): React.JSX.Element | null {
  const user = useUser();
  const { data, error, refetch } = useQuery(watchersQuery(bug._id));
  const watch = useWatch(bug._id);
  // Optimistic while the change is pending.
  const isOn =
    watch.isPending && watch.variables.user === undefined ? watch.variables.isOn : data?.isWatching;
  const toggle = () => {
    if (isOn !== undefined && !watch.isPending) watch.mutate({ isOn: !isOn });
  };
  useShortcuts({ w: data ? toggle : undefined });
  if (error && !data)
    return (
      <Button size="small" onClick={() => void refetch()}>
        {watchTexts.retry}
      </Button>
    );
  if (!data || isOn === undefined) return null;
  const count = data.count + Number(isOn) - Number(data.isWatching);
  const seesAll = can(user, watchingPermissions.change, { userId: '' });
  return (
    <CountedToggle
      button={{
        label: isOn ? watchTexts.stop : watchTexts.watch,
        title: watchTexts.help,
        isOn,
        onPress: toggle,
      }}
      count={counted(count, watchTexts.watching)}
      list={seesAll && <Watchers bugId={bug._id} watchers={data.watchers} />}
      problem={
        watch.error && watch.variables.user === undefined
          ? problemOf(watchTexts.failed, watch.error)
          : undefined
      }
    />
  );
}

interface WatchersProps {
  bugId: string;
  watchers: readonly UserRef[];
}

/** The watchers of a bug, for admins, who can add and remove them. */
function Watchers({ bugId, watchers }: WatchersProps) {
  const { mutate, error } = useWatch(bugId);
  const [typed, setTyped] = useState('');
  const found = useMentionable(typed.trim() === '' ? undefined : typed, []);
  const options = found.filter(({ _id }) => !watchers.some((one) => one._id === _id));
  return (
    <div className={styles.watchers}>
      {watchers.length > 0 && (
        <ul aria-label={watchTexts.list}>
          {watchers.map(({ _id, name }) => (
            <li key={_id}>
              <PersonName id={_id} name={name} />
              <IconButton
                size="small"
                aria-label={watchTexts.remove(name)}
                onClick={() => mutate({ isOn: false, user: _id })}
              >
                <CloseIcon />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Autocomplete<UserRef>
        options={options}
        // Already filtered by the server.
        filterOptions={(all) => [...all]}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ _id }) => _id}
        isOptionEqualToValue={(one, other) => one._id === other._id}
        value={null}
        inputValue={typed}
        onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
        onChange={(_, user) => user && mutate({ isOn: true, user: user._id })}
        autoHighlight
        blurOnSelect={false}
        noOptionsText={typed.trim() === '' ? watchTexts.typeName : watchTexts.noOne}
        label={watchTexts.add}
      />
      {error && <Notice {...problemOf(watchTexts.failed, error)} />}
    </div>
  );
}
