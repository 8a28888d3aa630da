import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import type { Ref } from 'react';
import { bugPermissions } from '#contract/bugs.ts';
import { can } from '#contract/permissions.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { ButtonRow } from '#web/ui/ButtonRow.tsx';
import { changeTexts } from '#web/features/bugs/change/texts.ts';
import type { Editing } from '#web/features/bugs/edit/use-editing.ts';
import { CopyLink } from './CopyLink.tsx';
import { detailsTexts } from './texts.ts';

interface Props {
  bug: Bug;
  editing: Editing;
  /** The button that leads into edit mode and out of it. */
  toggle: Ref<HTMLButtonElement>;
  onDelete: () => void;
}

/** What one does with a bug. */
export function BugActions({ bug, editing, toggle, onDelete }: Props) {
  const user = useUser();
  const isSaving = editing.saving !== undefined;
  return (
    <ButtonRow>
      {can(user, bugPermissions.edit, bug) && (
        <Button
          ref={toggle}
          variant="outlined"
          aria-disabled={isSaving}
          onClick={isSaving ? undefined : editing.isOpen ? editing.cancel : editing.open}
          startIcon={
            isSaving && <CircularProgress size="1em" color="inherit" aria-label={changeTexts.saving} />
          }
        >
          {isSaving ? changeTexts.saving : editing.isOpen ? detailsTexts.cancelEdit : detailsTexts.edit}
        </Button>
      )}
      {can(user, bugPermissions.delete, bug) && (
        <Button variant="outlined" onClick={onDelete}>
          {detailsTexts.delete}
        </Button>
      )}
      <CopyLink bug={bug} />
    </ButtonRow>
  );
}
