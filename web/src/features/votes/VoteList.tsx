import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listedVotes } from '#contract/bugs/votes.ts';
import { formatNumber } from '#web/language/language.ts';
import { Ago } from '#web/lib/time/Ago.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import { votesQuery } from './queries.ts';
import { texts } from './texts.ts';

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
      <List aria-label={texts.list}>
        {votes.map(({ user, environment, at }) => (
          <li key={user._id}>
            <Who>
              <PersonName id={user._id} name={user.name} />
              <Ago value={at} />
            </Who>
            {environment === '' ? (
              <span>{texts.noEnvironment}</span>
            ) : (
              <Environment>{environment}</Environment>
            )}
            {user._id === userId && onChange && (
              <Button size="small" onClick={() => onChange(environment)}>
                {texts.change}
              </Button>
            )}
          </li>
        ))}
      </List>
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

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  margin: 0,
  padding: 0,
  maxHeight: theme.spacing(100),
  overflowY: 'auto',
  listStyle: 'none',
  '& > li': { display: 'grid', justifyItems: 'start', gap: theme.spacing(1), minWidth: 0 },
}));

const Who = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(0, 2),
}));

/** As typed, with its own text direction. */
const Environment = styled('bdi')(({ theme }) => ({
  color: theme.vars.palette.text.primary,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
}));
