import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { type ReactNode, type SubmitEvent, useId } from 'react';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { texts } from './texts.ts';

interface Props {
  title: string;
  submit: string;
  isBusy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks for another bug. */
export function RelationDialog({ title, submit, isBusy, onSubmit, onClose, children }: Props) {
  const id = useId();
  function send(event: SubmitEvent) {
    event.preventDefault();
    // It is not that of what the dialog lies over.
    event.stopPropagation();
    if (!isBusy) onSubmit();
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <form onSubmit={send} noValidate>
        <DialogTitle id={id}>{title}</DialogTitle>
        <Content>{children}</Content>
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <SubmitButton busy={isBusy}>{submit}</SubmitButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const Content = styled(DialogContent)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(4),
}));
