import { counted, formatNumber, inLanguage } from '#web/language/language.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Button } from '#web/ui/Button.tsx';
import { CountedToggle } from '#web/ui/CountedToggle.tsx';
import { extensionTexts } from './extensions.tsx';
import { allVotesQuery, useVote, votesQuery } from './data.ts';
import { listedVotes, voteBody } from '#contract/bugs/votes.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { FormText } from '#web/lib/form/fields.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { Ago } from '#web/lib/time.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import styles from './votes.module.css';

const texts = inLanguage({
  en: {
    help: 'This bug affects me too (v)',
    undo: 'This bug affects you. Press again to undo (v)',
    list: 'Users affected by this bug',
    environment: 'Environment (optional)',
    placeholder: 'Version, browser, system…',
    cancel: 'Cancel',
    change: 'Change environment',
    noEnvironment: 'No environment given',
    showAll: 'Show all',
    shownOf: (shown: string) => `The newest ${shown} are shown`,
    failed: 'Your vote was not saved',
    retry: 'Load the votes again',
  },
  de: {
    help: 'Dieser Bug betrifft mich auch (v)',
    undo: 'Dieser Bug betrifft Sie. Nochmals drücken macht das rückgängig (v)',
    list: 'Von diesem Bug Betroffene',
    environment: 'Umgebung (freiwillig)',
    placeholder: 'Version, Browser, System …',
    cancel: 'Abbrechen',
    change: 'Umgebung ändern',
    noEnvironment: 'Keine Umgebung angegeben',
    showAll: 'Alle zeigen',
    shownOf: (shown: string) => `Die neuesten ${shown} werden gezeigt`,
    failed: 'Die Stimme wurde nicht gespeichert',
    retry: 'Stimmen erneut laden',
  },
});

/** The button for the user's vote, and the number of votes, with the list of environments. */
export function MeToo({ bug }: { bug: Bug }): React.JSX.Element | null {
  const { _id: userId } = useUser();
  const { data, error, refetch } = useQuery(votesQuery(bug._id));
  const { mutate, isPending, error: failure } = useVote(bug._id);
  /** The form's initial environment, while the form is open. */
  const [asked, setAsked] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const isMine = data?.mine !== undefined && data.mine !== null;

  function toggle() {
    if (!isMine) return setAsked(asked === undefined ? lastEnvironment(userId) : undefined);
    setAsked(undefined);
    if (!isPending) mutate('none');
    return undefined;
  }

  function close() {
    setAsked(undefined);
    button.current?.focus();
  }

  useShortcuts({ v: data ? toggle : undefined });
  if (error && !data)
    return (
      <Button size="small" onClick={() => void refetch()}>
        {texts.retry}
      </Button>
    );
  if (!data) return null;
  return (
    <CountedToggle
      button={{
        label: extensionTexts.votes,
        title: isMine ? texts.undo : texts.help,
        isOn: isMine,
        isExpanded: isMine ? undefined : asked !== undefined,
        ref: button,
        onPress: toggle,
      }}
      count={data.total > 0 ? counted(data.total, extensionTexts.have) : undefined}
      list={
        <VoteList
          bugId={bug._id}
          userId={userId}
          onChange={asked === undefined ? (environment) => setAsked(environment) : undefined}
        />
      }
      problem={failure ? problemOf(texts.failed, failure) : undefined}
    >
      {asked !== undefined && <EnvironmentForm bugId={bug._id} before={asked} onClose={close} />}
    </CountedToggle>
  );
}

interface EnvironmentFormProps {
  bugId: string;
  /** The initial value of the form. */
  before: string;
  onClose: () => void;
}

/** Asks for the environment in which the bug occurs; Enter votes, with or without one. */
function EnvironmentForm({ bugId, before, onClose }: EnvironmentFormProps) {
  const { _id: userId } = useUser();
  const { mutateAsync } = useVote(bugId);
  const form = useScreenForm({
    schema: voteBody,
    defaultValues: { environment: before },
    async send({ environment = '' }) {
      await mutateAsync({ environment });
      noteEnvironment(userId, environment);
      onClose();
    },
    problem: texts.failed,
  });
  return (
    // Escape closes it from any of its elements.
    <div
      className={styles.form}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Form form={form}>
        <FormText
          control={form.form.control}
          name="environment"
          label={texts.environment}
          placeholder={texts.placeholder}
          autoComplete="off"
          autoFocus
        />
        <ButtonRow>
          <SubmitButton busy={form.busy}>{extensionTexts.votes}</SubmitButton>
          <Button onClick={onClose}>{texts.cancel}</Button>
        </ButtonRow>
      </Form>
    </div>
  );
}

interface VoteListProps {
  bugId: string;
  userId: string;
  /** Changes the environment of the user's own vote; undefined during the change. */
  onChange: ((environment: string) => void) | undefined;
}

/** The votes for a bug, with users and environments. */
function VoteList({ bugId, userId, onChange }: VoteListProps) {
  const [isWhole, setWhole] = useState(false);
  const { data } = useQuery({
    ...(isWhole ? allVotesQuery : votesQuery)(bugId),
    placeholderData: keepPreviousData,
  });
  if (!data) return null;
  const { total, votes } = data;
  return (
    <div>
      <ul className={styles.list} aria-label={texts.list}>
        {votes.map(({ user, environment, at }) => (
          <li key={user._id}>
            <div className={styles.who}>
              <PersonName id={user._id} name={user.name} />
              <Ago value={at} />
            </div>
            {environment === '' ? (
              <span>{texts.noEnvironment}</span>
            ) : (
              <bdi className={styles.environment}>{environment}</bdi>
            )}
            {user._id === userId && onChange && (
              <Button size="small" onClick={() => onChange(environment)}>
                {texts.change}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {votes.length < total &&
        (isWhole ? (
          votes.length >= listedVotes.atMost && <p>{texts.shownOf(formatNumber(votes.length))}</p>
        ) : (
          <Button size="small" onClick={() => setWhole(true)}>
            {texts.showAll}
          </Button>
        ))}
    </div>
  );
}

/* The last environment that the user entered, stored per browser, because another browser is another environment. */

const keyOf = (userId: string) => `environment ${userId}`;

/** The last environment; empty if none was entered in this browser. */
function lastEnvironment(userId: string): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? '';
  } catch {
    return '';
  }
}

/** Stores the environment for the next vote. */
function noteEnvironment(userId: string, environment: string): void {
  try {
    localStorage.setItem(keyOf(userId), environment);
  } catch {
    // Without storage, it has to be typed again.
  }
}
