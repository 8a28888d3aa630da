import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { BugPicker } from './BugPicker.tsx';
import { texts } from './texts.ts';
import styles from './relations.module.css';

export interface RelationDialogProps {
  title: string;
  submit: string;
  /** The ids of bugs that cannot be chosen. */
  except: readonly string[];
  /** The bugs offered before input. */
  initial?: readonly BugReference[] | undefined;
  /** The filter for the offered matches. */
  mayChoose?: ((bug: Bug) => boolean) | undefined;
  /** The mutation run on submit; undefined if it is reported elsewhere. */
  mutation?: { readonly isPending: boolean; readonly error: unknown; readonly reset: () => void };
  onSubmit: (other: BugReference) => void;
  onClose: () => void;
  /** Further inputs, above that of the bug. */
  children?: ReactNode;
  help?: string;
}

/** Asks for another bug, and submits it. */
export function RelationDialog({
  title,
  submit,
  except,
  mutation,
  onSubmit,
  onClose,
  ...props
}: RelationDialogProps) {
  const { initial, mayChoose, children, help } = props;
  const id = useId();
  const isLimited = mayChoose !== undefined;
  const [chosen, setChosen] = useState<{
    readonly other: BugReference | null;
    readonly isLimited: boolean;
  }>();
  const [isMissing, setMissing] = useState(false);
  // The chosen bug may no longer be among the offered ones.
  const other = chosen?.isLimited === isLimited ? chosen.other : null;

  function send(event: SubmitEvent) {
    event.preventDefault();
    // React would also submit a form beneath the dialog.
    event.stopPropagation();
    if (mutation?.isPending === true) return;
    if (other) onSubmit(other);
    else setMissing(true);
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <form onSubmit={send} noValidate>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent className={styles.fields}>
          {children}
          <BugPicker
            except={except}
            chosen={other}
            initial={initial}
            mayChoose={mayChoose}
            onChange={(choice) => {
              mutation?.reset();
              setMissing(false);
              setChosen({ other: choice, isLimited });
            }}
            error={isMissing ? texts.missing : mutation?.error ? reasonOf(mutation.error) : undefined}
          />
          {help !== undefined && <p className={styles.help}>{help}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <SubmitButton busy={mutation?.isPending === true}>{submit}</SubmitButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}
