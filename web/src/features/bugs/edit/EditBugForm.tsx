import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/query.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugInput, FieldName } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { LeaveQuestion } from '#web/lib/drafts/DraftNotice.tsx';
import type { Drafts } from '#web/lib/drafts/use-drafts.ts';
import { useUploads } from '#web/lib/files/uploads.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { FormActions } from '#web/ui/inputs/FormLayout.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { usePeople } from '#web/features/bugs/data/use-people.ts';
import { type BugEdit, editOf } from '#web/lib/bugs/change/bug-edit.ts';
import { BugFields } from '#web/features/bugs/form/BugFields.tsx';
import { formTexts } from '#web/features/bugs/form/texts.ts';
import { ChangedNotice, DeletedNotice } from './EditNotices.tsx';
import { editForm } from './edit-form.ts';
import { loadChoice, useBugEdit } from './use-bug-edit.ts';

const ConflictChoice = lazy(async () => ({ default: (await loadChoice()).ConflictChoice }));

interface Props {
  /** The stored bug, which other users may change meanwhile. */
  bug: Bug;
  gone: boolean;
  /** Whether the form is being saved: it is hidden and keeps its input. */
  isAway: boolean;
  drafts: Drafts<BugEdit>;
  /** Called with the bug to show while it is being saved; with undefined once it is not. */
  onSaving: (shown: Bug | undefined) => void;
  onSaved: (taken: readonly FieldName[]) => void;
}

export function EditBugForm({ bug, gone, isAway, drafts, onSaving, onSaved }: Props) {
  const { list } = usePeople();
  const client = useQueryClient();
  const fields = useBugFields();
  const { queue } = useUploads(editForm(bug._id));
  const failure = failureOf(list);
  /** The bug as it will be once the inputs are stored. */
  const withInputs = (stored: Bug, values: BugInput): Bug => {
    const known = { client, bug: stored };
    const inputs = fields.map(({ name, toValue }) => [name, toValue(values[name], known)]);
    return { ...stored, ...(Object.fromEntries(inputs) as Partial<Bug>) };
  };
  const edit = useBugEdit({
    bug,
    begin: drafts.restored ?? editOf(bug),
    keep: drafts.keep,
    uploaded: () => queue.settled(),
    onSaving: (values) => onSaving(values && withInputs(bug, values)),
    onSaved,
  });
  const { form, conflict, changed } = edit;
  // Even hidden, the fields would duplicate the bug's text in the browser's page search.
  if (isAway) return <LeaveQuestion isUnkept={drafts.isUnkept} />;
  return (
    <Form form={form}>
      <LeaveQuestion isUnkept={drafts.isUnkept} />
      {gone && <DeletedNotice />}
      {/* During a save, the newer version is the user's own. */}
      {changed && !gone && !conflict && !form.busy && (
        <ChangedNotice
          fields={changed}
          onLoad={edit.load}
          // After a failure the notice stays; saving merges too.
          onMerge={() => void edit.merge().catch(() => undefined)}
        />
      )}
      {conflict ? (
        <Suspense>
          <ConflictChoice
            key={conflict.stored.version}
            conflict={conflict}
            choices={edit.choices}
            asked={edit.asked}
            onChoose={edit.choose}
          />
        </Suspense>
      ) : (
        <BugFields
          control={form.form.control}
          bug={bug}
          form={editForm(bug._id)}
          begunWith={edit.base.files}
        />
      )}
      {failure && (
        <ErrorState
          title={formTexts.usersFailed}
          text={reasonOf(failure)}
          onRetry={() => void list.refetch()}
        />
      )}
      <FormActions>
        <SubmitButton busy={form.busy}>{formTexts.save}</SubmitButton>
      </FormActions>
    </Form>
  );
}
