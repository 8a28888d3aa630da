import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import type { ChangedPart, FieldName } from '#web/lib/bugs/bug-field.ts';
import { Page } from '#web/ui/Page.tsx';
import { DeleteBugDialog } from '#web/features/bugs/change/DeleteBugDialog.tsx';
import { useChangeField, useShownBug } from '#web/features/bugs/change/field-change.tsx';
import { bugQuery } from '#web/features/bugs/data/queries.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { EditBug } from '#web/features/bugs/form/EditBug.tsx';
import { useEditing } from '#web/features/bugs/form/use-editing.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { BugActions } from './BugActions.tsx';
import { BugAsides, BugBanners, BugSections } from './BugSections.tsx';
import { BugText } from './BugText.tsx';
import { detailsTexts } from './texts.ts';

interface Props {
  bug: Bug;
  /** It was deleted while this page was open. */
  gone: boolean;
}

/** A bug, with edit mode for users who may edit it. */
export function BugDetails({ bug, gone }: Props) {
  const navigate = useNavigate();
  const editing = useEditing(bug);
  const [deleting, setDeleting] = useState(false);
  const [isSource, setSource] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const client = useQueryClient();
  const { change: changeField, question } = useChangeField();
  const toggle = useRef<HTMLButtonElement>(null);
  const { shown, saving } = useShownBug(editing.saving ?? bug);
  const { mayEdit, mayChange } = useBugRights();
  const asEditor = mayEdit(bug);

  function change(field: FieldName, wanted: Bug, part?: ChangedPart) {
    changeField({ field, part, seen: shown, wanted, isUndo: false, asEditor });
  }

  async function leave() {
    setLeaving(true);
    await navigate({ to: '/bugs' });
    // Removed only after navigating: a page that still shows the bug would fetch it again.
    const { queryKey } = bugQuery(bug._id);
    client.removeQueries({ queryKey, type: 'inactive' });
    await client.invalidateQueries({ queryKey });
  }

  // An open edit stays on screen, and the user's own deletion navigates away.
  if (gone && !editing.isOpen && !deleting && !leaving) return <BugNotFound wasShown />;

  return (
    <Page
      title={shown.title}
      tabTitle={shown.title}
      aside={bug.number === undefined ? undefined : `#${bug.number}`}
      width="reading"
      staysNamed={!editing.isOpen}
      actions={
        <BugActions
          bug={shown}
          editing={editing}
          toggle={toggle}
          source={{ isShown: isSource, toggle: () => setSource(!isSource) }}
          onStep={(status) => change('status', { ...shown, status })}
          onDelete={() => setDeleting(true)}
        />
      }
    >
      {!gone && <BugBanners bug={shown} isPage={!editing.isOpen} />}
      {/* An open edit stays with its input, even if the user loses the permission. */}
      {(asEditor || editing.isOpen) && <EditBug bug={bug} gone={gone} editing={editing} toggle={toggle} />}
      {(!editing.isOpen || editing.saving) && (
        <BugText
          bug={shown}
          saving={saving}
          mayChange={(field) => !editing.saving && mayChange(shown, field)}
          onChange={change}
          isSource={isSource}
          aside={!editing.isOpen && <BugAsides bug={bug} />}
        >
          {/* The sections are shown only once the edit is stored, so that they include it. */}
          {!editing.isOpen && <BugSections bug={bug} />}
        </BugText>
      )}
      {question}
      <DeleteBugDialog
        bug={deleting ? bug : undefined}
        title={detailsTexts.deleteTitle}
        onClose={() => setDeleting(false)}
        onDeleted={() => void leave()}
      />
    </Page>
  );
}

/** The bug does not exist. `wasShown`: it was deleted while its page was open. */
export function BugNotFound({ wasShown = false }: { wasShown?: boolean }) {
  const text = wasShown ? detailsTexts.deleted : detailsTexts.neverThere;
  return (
    <Page title={detailsTexts.notFound} tabTitle={detailsTexts.notFound} width="reading">
      <EmptyState
        text={text}
        action={
          <ButtonLink to="/bugs" variant="contained">
            {detailsTexts.goToList}
          </ButtonLink>
        }
      />
    </Page>
  );
}
