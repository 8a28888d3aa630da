import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { Notice } from './Notice.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { texts } from './texts.ts';

interface Props {
  open: boolean;
  title: string;
  text: string;
  confirmLabel: string;
  /** Red for what destroys. */
  confirmColor?: 'error' | 'primary';
  busy: boolean;
  problem: { title: string; text?: string } | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before what cannot be undone. The focus begins on Cancel and returns to where it was. */
export function ConfirmDialog(props: Props) {
  const {
    open,
    title,
    text,
    confirmLabel,
    confirmColor = 'error',
    busy,
    problem,
    onConfirm,
    onClose,
  } = props;
  const id = useId();
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={id} aria-describedby={`${id}-text`}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`}>{text}</DialogContentText>
        {problem && <Notice {...problem} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {texts.cancel}
        </Button>
        <SubmitButton color={confirmColor} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </SubmitButton>
      </DialogActions>
    </Dialog>
  );
}
