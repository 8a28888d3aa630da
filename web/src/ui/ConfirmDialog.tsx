import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { Notice } from '#web/ui/states/Notice.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { texts } from './texts.ts';

interface Props {
  open: boolean;
  title: string;
  text: string;
  /** The subject, if the text does not name it. */
  about?: string | undefined;
  confirmLabel: string;
  /** Whether it is red, for destructive actions. */
  confirmColor?: 'error' | 'primary';
  busy: boolean;
  problem: { title: string; text?: string } | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action that cannot be undone. The focus starts on Cancel and returns to where it was. */
export function ConfirmDialog(props: Props) {
  const {
    open,
    title,
    text,
    about,
    confirmLabel,
    confirmColor = 'error',
    busy,
    problem,
    onConfirm,
    onClose,
  } = props;
  const id = useId();
  const describedBy = about === undefined ? `${id}-text` : `${id}-text ${id}-about`;
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={id} aria-describedby={describedBy}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`}>{text}</DialogContentText>
        {about !== undefined && (
          <About id={`${id}-about`} title={about}>
            {about}
          </About>
        )}
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

/** Long names are truncated after two lines. */
const About = styled('p')(({ theme }) => ({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  margin: 0,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  fontWeight: theme.typography.fontWeightMedium,
}));
