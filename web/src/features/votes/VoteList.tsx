import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listedVotes } from '#contract/bugs/votes.ts';
import { formatNumber } from '#web/language/language.ts';
import { Ago } from '#web/lib/time.tsx';
import { Button } from '#web/ui/Button.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import { votesQuery } from './queries.ts';
import { texts } from './texts.ts';
import styles from './VoteList.module.css';

interface Props {
  bugId: string;
  userId: string;
  /** Changes the environment of the user's own vote; undefined during the change. */
  onChange: ((environment: string) => void) | undefined;
}

/** The votes for a bug, with users and environments. */
export function VoteList({ bugId, userId, onChange }: Props) {
  const [isWhole, setWhole] = useState(false);
  const { data } = useQuery({ ...votesQuery(bugId, { isWhole }), placeholderData: keepPreviousData });
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
