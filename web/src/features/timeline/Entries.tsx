import { styled } from '@mui/material/styles';
import { Fragment } from 'react';
import type { ActivityEntry } from '#contract/activity.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { CommentItem } from './CommentItem.tsx';
import { Entry } from './Entry.tsx';
import { Quiet } from './Quiet.tsx';
import type { Stretch } from './stretch.ts';
import { texts } from './texts.ts';

interface Props {
  timeline: Stretch;
  bug: Bug;
  wasEdited: boolean;
  /** The comment that the address names. */
  linked: string | undefined;
}

/** The creation, the edits and the comments. Edits of one person in a row share the name. */
export function Entries({ timeline: { entries, after }, bug, wasEdited, linked }: Props) {
  const isMissing = after === null && isHistoryMissing(entries, bug._id, wasEdited);
  return (
    <List>
      {entries.map((entry, index) => (
        <Fragment key={entry._id}>
          {entry.kind === 'comment' ? (
            <CommentItem comment={entry.comment} bug={bug} isLinked={entry._id === linked} />
          ) : (
            <Entry entry={entry.change} isSamePerson={isSamePerson(entries[index - 1], entry)} />
          )}
          {/* What was changed before there was a history has no entries. */}
          {isMissing && index === 0 && (
            <li>
              <Quiet>{texts.missing}</Quiet>
            </li>
          )}
        </Fragment>
      ))}
    </List>
  );
}

/** Whether there are edits behind the creation that were not recorded. */
function isHistoryMissing(entries: readonly ActivityEntry[], bugId: string, wasEdited: boolean): boolean {
  if (entries[0]?._id !== bugId) return false;
  const next = entries.find((entry) => entry.kind === 'change' && entry._id !== bugId);
  return next?.kind === 'change' ? next.change.version > 2 : wasEdited;
}

function isSamePerson(before: ActivityEntry | undefined, entry: ActivityEntry): boolean {
  return before?.kind === 'change' && entry.kind === 'change' && before.change.by._id === entry.change.by._id;
}

const List = styled('ol')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(2),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  overflowWrap: 'anywhere',
}));
