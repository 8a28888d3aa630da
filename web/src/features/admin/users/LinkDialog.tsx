import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import { useId } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { CopyText } from '#web/ui/CopyText.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { Time } from '#web/ui/Time.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { texts } from '#web/features/admin/texts.ts';

interface Props {
  open: boolean;
  words: {
    title: string;
    /** The purpose of the link, with `{time}` for its expiry, and `{name}`. */
    text: string;
    failed: string;
  };
  /** The recipient of the link. */
  name?: string;
  link: { url: string; expiresAt: string } | undefined;
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}

/** Shows a link, for the only time. */
export function LinkDialog({ open, words, name, link, error, onRetry, onClose }: Props) {
  const id = useId();
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{words.title}</DialogTitle>
      <DialogContent>
        {link && (
          <>
            <DialogContentText>
              <Sentence
                text={words.text}
                parts={{ name, time: <Time value={link.expiresAt} format="date-time" /> }}
              />
            </DialogContentText>
            <CopyText label={texts.link} text={link.url} />
          </>
        )}
        {!link && !error && <Making />}
        {error !== null && <ErrorState title={words.failed} text={reasonOf(error)} onRetry={onRetry} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {texts.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Making() {
  return (
    <div>
      <VisuallyHidden role="status">{texts.makingLink}</VisuallyHidden>
      <Skeleton />
      <Skeleton width="60%" />
    </div>
  );
}
