import { useId } from 'react';
import { Notice } from '#web/ui/states/Notice.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { Button } from './Button.tsx';
import styles from './ConfirmDialog.module.css';
import { Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from './Dialog.tsx';
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
          <p className={styles.about} id={`${id}-about`} title={about}>
            {about}
          </p>
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
