import type { Ref } from 'react';
import type { Status } from '#contract/bugs/bug-fields.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { Button } from '#web/ui/Button.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { changeTexts } from '#web/features/bugs/change/texts.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import type { Editing } from '#web/features/bugs/edit/use-editing.ts';
import { CopyLink } from './CopyLink.tsx';
import { MoreActions } from './MoreActions.tsx';
import { StatusSteps } from './StatusSteps.tsx';
import { detailsTexts } from './texts.ts';
import styles from './BugActions.module.css';

interface Props {
  /** The bug with its optimistic updates. */
  bug: Bug;
  editing: Editing;
  /** The button that leads into edit mode and out of it. */
  toggle: Ref<HTMLButtonElement>;
  onStep: (status: Status) => void;
  onDelete: () => void;
}

/** The actions for a bug. */
export function BugActions({ bug, editing, toggle, onStep, onDelete }: Props) {
  const { mayEdit, mayWork, mayDelete } = useBugRights();
  const isSaving = editing.saving !== undefined;
  return (
    <ButtonRow className={styles.actions}>
      {mayWork(bug) && !editing.isOpen && <StatusSteps status={bug.status} onStep={onStep} />}
      {mayEdit(bug) && (
        <Button
          ref={toggle}
          variant="outlined"
          aria-disabled={isSaving}
          onClick={isSaving ? undefined : editing.isOpen ? editing.cancel : editing.open}
          startIcon={isSaving && <Spinner label={changeTexts.saving} />}
        >
          {isSaving ? changeTexts.saving : editing.isOpen ? detailsTexts.cancelEdit : detailsTexts.edit}
        </Button>
      )}
      {mayDelete(bug) && (
        <Button variant="outlined" onClick={onDelete}>
          {detailsTexts.delete}
        </Button>
      )}
      <CopyLink bug={bug} />
      {!editing.isOpen && <MoreActions bug={bug} />}
    </ButtonRow>
  );
}
