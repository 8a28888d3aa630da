import Button from '@mui/material/Button';
import type { InboxItem, InboxState } from '#contract/conversation/inbox.ts';
import { formatNumber } from '#web/language/language.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { Bar } from '#web/ui/FloatingBar.tsx';
import { isShelved } from './InboxRow.tsx';
import { texts } from '#web/features/inbox/texts.ts';
import type { ListedRow } from './use-inbox-keys.ts';

interface Props {
  selection: Selection<ListedRow>;
  onDone: (items: readonly InboxItem[]) => void;
  onSnooze: (items: readonly InboxItem[], anchor: HTMLElement) => void;
  onChange: (items: readonly InboxItem[], state: InboxState) => void;
}

/** The actions for the chosen rows. */
export function BulkBar({ selection, onDone, onSnooze, onChange }: Props) {
  const items = selection.rows.map(({ item }) => item);
  return (
    <Bar isStatic aria-label={texts.selected(formatNumber(items.length))}>
      {texts.selected(formatNumber(items.length))}
      <ButtonRow>
        <Button size="small" variant="outlined" onClick={() => onDone(items)}>
          {items.every(isShelved) ? texts.notDone : texts.done}
        </Button>
        <Button
          size="small"
          variant="outlined"
          aria-haspopup="menu"
          onClick={({ currentTarget }) => onSnooze(items, currentTarget)}
        >
          {texts.snooze}
        </Button>
        <Button size="small" variant="outlined" onClick={() => onChange(items, 'read')}>
          {texts.markRead}
        </Button>
        <Button size="small" variant="outlined" onClick={() => onChange(items, 'unread')}>
          {texts.markUnread}
        </Button>
        <Button size="small" onClick={() => selection.selectAll(false)}>
          {texts.clear}
        </Button>
      </ButtonRow>
    </Bar>
  );
}
