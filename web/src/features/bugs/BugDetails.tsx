import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Bug, canDeleteBug, canEditBug } from '#contract/bugs.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Page } from '#web/ui/Page.tsx';
import { BugNotFound } from './BugNotFound.tsx';
import { BugSections } from './BugSections.tsx';
import { BugText } from './BugText.tsx';
import { DeleteBugDialog } from './DeleteBugDialog.tsx';
import { ButtonRow } from './details-parts.tsx';
import { detailsTexts } from './details-texts.ts';
import { EditBug } from './EditBug.tsx';
import { bugQuery } from './queries.ts';
import { useEditing } from './use-editing.ts';

interface Props {
  bug: Bug;
  /** It was deleted while one looked at it. */
  gone: boolean;
}

/** A bug to read, or to edit by those who may. */
export function BugDetails({ bug, gone }: Props) {
  const user = useUser();
  const navigate = useNavigate();
  const editing = useEditing(bug);
  const [deleting, setDeleting] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const client = useQueryClient();
  const mayEdit = canEditBug(user, bug);

  const mayDelete = canDeleteBug(user, bug);

  async function leave() {
    setLeaving(true);
    await navigate({ to: '/bugs' });
    // Only now, because a page that still shows the bug would ask for it again. One that shows it once more has to.
    const { queryKey } = bugQuery(bug._id);
    client.removeQueries({ queryKey, type: 'inactive' });
    await client.invalidateQueries({ queryKey });
  }

  // What one is in the middle of is not taken away; and one's own deletion leads elsewhere.
  if (gone && !editing.isOpen && !deleting && !leaving) return <BugNotFound wasShown />;

  const actions = (mayEdit || mayDelete) && (
    <ButtonRow>
      {mayEdit && (
        <Button variant="outlined" onClick={editing.isOpen ? editing.cancel : editing.open}>
          {editing.isOpen ? detailsTexts.cancelEdit : detailsTexts.edit}
        </Button>
      )}
      {mayDelete && (
        <Button variant="outlined" onClick={() => setDeleting(true)}>
          {detailsTexts.delete}
        </Button>
      )}
    </ButtonRow>
  );
  return (
    <Page title={bug.title} tabTitle={bug.title} width="reading" actions={actions}>
      {mayEdit && <EditBug bug={bug} gone={gone} editing={editing} />}
      {!editing.isOpen && (
        <>
          <BugText bug={bug} />
          <BugSections bug={bug} />
        </>
      )}
      <DeleteBugDialog
        bug={deleting ? bug : undefined}
        title={detailsTexts.deleteTitle}
        onClose={() => setDeleting(false)}
        onDeleted={() => void leave()}
      />
    </Page>
  );
}
