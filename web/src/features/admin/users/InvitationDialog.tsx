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
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { Time } from '#web/ui/Time.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { texts } from '#web/features/admin/texts.ts';

interface Props {
  open: boolean;
  invitation: { url: string; expiresAt: string } | undefined;
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}

/** Shows an invitation, for the only time. */
export function InvitationDialog({ open, invitation, error, onRetry, onClose }: Props) {
  const id = useId();
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{texts.invitation}</DialogTitle>
      <DialogContent>
        {invitation && (
          <>
            <DialogContentText>
              <Sentence
                text={texts.invitationText}
                parts={{ time: <Time value={invitation.expiresAt} format="date-time" /> }}
              />
            </DialogContentText>
            <CopyText label={texts.link} text={invitation.url} />
          </>
        )}
        {!invitation && !error && <Making />}
        {error !== null && <ErrorState title={texts.inviteFailed} text={reasonOf(error)} onRetry={onRetry} />}
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
