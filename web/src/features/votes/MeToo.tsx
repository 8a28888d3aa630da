import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { counted } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Button } from '#web/ui/Button.tsx';
import { CountedToggle } from '#web/ui/CountedToggle.tsx';
import { EnvironmentForm } from './EnvironmentForm.tsx';
import { extensionTexts } from './extension-texts.ts';
import { lastEnvironment } from './last-environment.ts';
import { useVote, votesQuery } from './queries.ts';
import { texts } from './texts.ts';
import { VoteList } from './VoteList.tsx';

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
