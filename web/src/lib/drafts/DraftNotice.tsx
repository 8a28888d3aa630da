import Button from '@mui/material/Button';
import { Notice } from '#web/ui/Notice.tsx';
import { Time } from '#web/ui/Time.tsx';
import { timeAgo } from '#web/lib/time-ago.ts';

interface Props {
  /** When the last of it was typed, in milliseconds since 1970. */
  at: number;
  onRestore: () => void;
  onDiscard: () => void;
}

/** Offers what was typed and not saved. */
export function DraftNotice({ at, onRestore, onDiscard }: Props) {
  return (
    <Notice
      severity="info"
      title={`You have an unsaved draft from ${timeAgo(at)}.`}
      text={
        <>
          Typed until <Time value={new Date(at).toISOString()} format="date-time" />, and kept in this
          browser.
        </>
      }
      actions={
        <>
          <Button variant="outlined" size="small" onClick={onRestore}>
            Restore
          </Button>
          <Button size="small" onClick={onDiscard}>
            Discard
          </Button>
        </>
      }
    />
  );
}
