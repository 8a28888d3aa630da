import Button from '@mui/material/Button';
import { Notice } from '#web/ui/Notice.tsx';

/** Offers what was typed before the session was lost. */
export function KeptInputNotice({ onRestore, onDiscard }: { onRestore: () => void; onDiscard: () => void }) {
  return (
    <Notice
      severity="info"
      title="What you were typing was kept"
      text="Your session ended before it was saved."
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
