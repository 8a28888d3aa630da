import { styled } from '@mui/material/styles';
import { Fragment } from 'react';
import type { HistoryEntry } from '#contract/history.ts';
import { Sentence } from '#web/ui/Sentence.tsx';
import { Time } from '#web/ui/Time.tsx';
import { Entry } from './Entry.tsx';
import { texts } from './texts.ts';

interface Props {
  entries: readonly HistoryEntry[];
  wasEdited: boolean;
}

/** The creation and every edit, or one sentence where there was none. */
export function Entries({ entries, wasEdited }: Props) {
  const [creation] = entries;
  if (creation && entries.length === 1) {
    return (
      <Quiet>
        <Sentence
          text={wasEdited ? texts.nothingRecorded : texts.nothingChanged}
          parts={{ name: creation.by.name, time: <Time value={creation.at} format="date-time" /> }}
        />
      </Quiet>
    );
  }
  return (
    <List>
      {entries.map((entry, index) => (
        <Fragment key={entry._id}>
          {/* The first entry is the creation. What was changed before there was a history has none. */}
          {index === 1 && entry.version > 2 && (
            <li>
              <Quiet>{texts.missing}</Quiet>
            </li>
          )}
          <Entry entry={entry} />
        </Fragment>
      ))}
    </List>
  );
}

const Quiet = styled('p')(({ theme }) => ({
  margin: 0,
  paddingBlock: theme.spacing(2),
  color: theme.vars.palette.text.secondary,
  overflowWrap: 'anywhere',
}));

const List = styled('ol')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  overflowWrap: 'anywhere',
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}));
