import Button from '@mui/material/Button';
import { Notice } from '#web/ui/Notice.tsx';

interface Props {
  busy: boolean;
  onLoad: () => void;
  onOverwrite: () => void;
}

/** Says that somebody else was quicker, and leaves the choice to the person who typed. */
export function ConflictNotice({ busy, onLoad, onOverwrite }: Props) {
  return (
    <Notice
      title="Failed to update bug"
      text="Somebody changed this bug while you were editing it. What you typed is still here: save it over theirs, or load the stored version, which replaces what you typed."
      actions={
        <>
          <Button variant="outlined" size="small" onClick={onLoad} disabled={busy}>
            Load the stored version
          </Button>
          <Button variant="outlined" size="small" onClick={onOverwrite} disabled={busy}>
            Save mine over it
          </Button>
        </>
      }
    />
  );
}
