import IconButton from '@mui/material/IconButton';
import { memo } from 'react';
import type { InboxItem } from '#contract/conversation/inbox.ts';
import { Ago } from '#web/lib/time/Ago.tsx';
import type { Select } from '#web/lib/use-selection.ts';
import { followFromTime, TextLink } from '#web/ui/links.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import { SelectBox } from '#web/ui/inputs/SelectBox.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { Time } from '#web/ui/Time.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { BackIcon, DoneIcon, SnoozeIcon } from './icons.tsx';
import { said } from '#web/features/inbox/sentence.ts';
import { sinceAnchor } from '#web/lib/time/since-anchor.ts';
import { texts } from '#web/features/inbox/texts.ts';
import type { ListedRow } from './use-inbox-keys.ts';
import styles from './page.module.css';

interface Props {
  row: ListedRow;
  place: number;
  /** The number of rows; -1 while unknown. */
  count: number;
  height: number;
  /** Whether the bug is shown beside the list. */
  isOpened: boolean;
  /** Whether there is room beside the list. */
  opensBeside: boolean;
  isSelected: boolean;
  onSelect: Select<ListedRow>;
  onDone: (item: InboxItem) => void;
  onSnooze: (item: InboxItem, anchor: HTMLElement) => void;
}

/** A bug of the inbox. Pressing it anywhere opens it: the title's link covers the whole row. */
export const InboxRow = memo(function InboxRow(props: Props) {
  const { row, place, count, height, isOpened, opensBeside, isSelected, onSelect, onDone, onSnooze } = props;
  const { bug, latest, state, snoozedUntil } = row.item;
  const number = `#${bug.number}`;
  const { text, reasons } = said(row.item);
  const isUnread = state === 'unread';
  const link = {
    look: 'plain',
    hash: sinceAnchor.of(row.item.firstUnread),
    'data-done': bug.status === 'resolved',
    resetScroll: !opensBeside,
    hashScrollIntoView: false,
  } as const;
  const name = (
    <>
      {isUnread && <VisuallyHidden>{`${texts.unread}: `}</VisuallyHidden>}
      <span className={styles.number}>{number}</span> <span className={styles.title}>{bug.title}</span>
    </>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- The link in it has the keys.
    <li
      className={styles.row}
      data-place={place}
      data-unread={isUnread}
      data-opened={isOpened}
      aria-setsize={count}
      aria-posinset={place + 1}
      style={{ height }}
      onClick={followFromTime}
      onAuxClick={followFromTime}
    >
      <span className={styles.dot} />
      <SelectBox
        label={texts.select(bug.title)}
        checked={isSelected}
        onChange={(isChecked, withShift) => onSelect(row, isChecked, withShift)}
      />
      <div className={styles.main}>
        {opensBeside ? (
          <TextLink
            {...link}
            to="/inbox"
            search={(before) => ({ ...before, bug: bug._id })}
            aria-current={isOpened ? 'true' : undefined}
          >
            {name}
          </TextLink>
        ) : (
          <TextLink {...link} to="/bugs/$id" params={{ id: bug._id }}>
            {name}
          </TextLink>
        )}
        <div className={styles.what}>
          <span className={styles.deed}>
            <Sentence text={text} parts={{ name: <PersonName id={latest.by._id} name={latest.by.name} /> }} />
          </span>
          {reasons.length > 0 && (
            <ul className={styles.reasons}>
              {reasons.map((reason) => (
                <li key={reason} data-reason={reason}>
                  {texts.reasons[reason]}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      <span className={styles.when}>
        {state === 'snoozed' && snoozedUntil !== null ? (
          <Sentence text={texts.until} parts={{ time: <Time value={snoozedUntil} format="date-time" /> }} />
        ) : (
          <Ago value={latest.at} />
        )}
      </span>
      <span className={styles.acts}>
        {state !== 'snoozed' && state !== 'done' && (
          <IconButton
            size="small"
            aria-label={texts.snoozeNamed(number)}
            title={texts.snooze}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => onSnooze(row.item, currentTarget)}
          >
            <SnoozeIcon />
          </IconButton>
        )}
        {isShelved(row.item) ? (
          <IconButton
            size="small"
            aria-label={texts.notDoneNamed(number)}
            title={texts.notDone}
            onClick={() => onDone(row.item)}
          >
            <BackIcon />
          </IconButton>
        ) : (
          <IconButton
            size="small"
            aria-label={texts.doneNamed(number)}
            title={texts.done}
            onClick={() => onDone(row.item)}
          >
            <DoneIcon />
          </IconButton>
        )}
      </span>
    </li>
  );
});

/** A done or snoozed bug is currently not in the inbox. */
export const isShelved = ({ state }: InboxItem) => state === 'done' || state === 'snoozed';
