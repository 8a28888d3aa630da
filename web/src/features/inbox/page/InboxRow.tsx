import { Fragment, memo } from 'react';
import type { InboxItem } from '#contract/conversation/inbox.ts';
import type { ActionKind } from '#contract/conversation/news.ts';
import { moreText, nameIn, predicateOf, quotedIn } from '#contract/conversation/sentences.ts';
import { language } from '#web/language/language.ts';
import { Ago, sinceAnchor } from '#web/lib/time.tsx';
import type { Select } from '#web/lib/use-selection.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { strokeIcon } from '#web/ui/Icon.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { Time } from '#web/ui/Time.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { SelectBox } from '#web/ui/inputs/SelectBox.tsx';
import { followFromTime, TextLink } from '#web/ui/links.tsx';
import { reasonsBeside } from './lines.ts';
import type { ListedRow } from './use-inbox-keys.ts';
import { texts } from '#web/features/inbox/texts.ts';
import styles from './page.module.css';

const DoneIcon = strokeIcon('m5 12.500 4.500 4.500L19 7');
const SnoozeIcon = strokeIcon(
  'M12 20a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15ZM12 8.500v4.200l2.800 1.800',
);
const BackIcon = strokeIcon('M4.500 13h4l1.500 2.500h4l1.500-2.500h4M4.500 13v5.500h15V13L17 6.500H7Z');

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
  const reasons = reasonsBeside(row.item);
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
      <span className={styles.number}>{number}</span> <bdi className={styles.title}>{bug.title}</bdi>
    </>
  );
  return (
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
        <NewsText news={row.item.news} />
      </div>
      <div className={styles.facts}>
        <span>
          {state === 'snoozed' && snoozedUntil !== null ? (
            <Sentence text={texts.until} parts={{ time: <Time value={snoozedUntil} format="minute" /> }} />
          ) : (
            <Ago value={latest.at} />
          )}
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

/** What users did, in the same sentences as in notifications and mails, with the beginnings of comments. */
function NewsText({ news: { by, more } }: Pick<InboxItem, 'news'>) {
  return (
    <p className={styles.news}>
      {by.map(({ user, actions, quote }, place) => (
        <Fragment key={user._id}>
          {place > 0 && '; '}
          <span data-naming={actions.some(({ is }) => isNaming.has(is))}>
            <span className={styles.person}>
              <PersonName id={user._id} name={nameIn(user.name, language)} />
            </span>{' '}
            {predicateOf(actions, language)}
          </span>
          {quote !== null && (
            <>
              {': '}
              <bdi className={styles.quote}>{quotedIn(quote, language)}</bdi>
            </>
          )}
        </Fragment>
      ))}
      {more > 0 && `; ${moreText(more, language)}`}
    </p>
  );
}

const isNaming: ReadonlySet<ActionKind> = new Set(['assigned', 'mentioned', 'asked'] as const);

/** A done or snoozed bug is currently not in the inbox. */
export const isShelved = ({ state }: InboxItem) => state === 'done' || state === 'snoozed';
