import { lazy, Suspense } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/failure-of.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { fieldLabels } from '#web/lib/bug-labels.ts';
import { LeaveQuestion } from '#web/lib/drafts/LeaveQuestion.tsx';
import type { Drafts } from '#web/lib/drafts/use-drafts.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FormActions } from '#web/ui/FormLayout.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { withAssignee } from '#web/features/bugs/change/with-assignee.ts';
import { usePeople } from '#web/features/bugs/data/use-people.ts';
import { bugAs, type BugEdit, type BugField, editOf } from '#web/features/bugs/form/bug-form.ts';
import { BugFields } from '#web/features/bugs/form/BugFields.tsx';
import { formTexts } from '#web/features/bugs/form/texts.ts';
import { ChangedNotice, DeletedNotice } from './EditNotices.tsx';
import { loadChoice, useBugEdit } from './use-bug-edit.ts';

const ConflictChoice = lazy(async () => ({ default: (await loadChoice()).ConflictChoice }));

interface Props {
  /** The bug as it is stored, which others may change meanwhile. */
  bug: Bug;
  gone: boolean;
  /** It is being saved: it shows nothing, and holds what was typed. */
  isAway: boolean;
  drafts: Drafts<BugEdit>;
  /** It is being saved, and is to be shown so; undefined where it is not, or no longer. */
  onSaving: (shown: Bug | undefined) => void;
  onSaved: (taken: readonly BugField[]) => void;
}

export function EditBugForm({ bug, gone, isAway, drafts, onSaving, onSaved }: Props) {
  const { list, people: offered } = usePeople();
  const failure = failureOf(list);
  const edit = useBugEdit({
    bug,
    begin: drafts.restored ?? editOf(bug),
    keep: drafts.keep,
    onSaving: (values) => onSaving(values && bugAs(bug, values, people)),
    onSaved,
  });
  const { form, conflict, changed } = edit;
  const people = withAssignee(offered.users, conflict?.stored.assignedTo ?? bug.assignedTo);
  // Even hidden, the fields would repeat the bug's text, which a search in the page would find twice.
  if (isAway) return <LeaveQuestion isUnkept={drafts.isUnkept} />;
  return (
    <Form form={form}>
      <LeaveQuestion isUnkept={drafts.isUnkept} />
      {gone && <DeletedNotice />}
      {/* While one saves, the newer version is one's own. */}
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
            merged={conflict.merged}
            users={people}
            choices={edit.choices}
            asked={edit.asked}
            onChoose={edit.choose}
          />
        </Suspense>
      ) : (
        <BugFields
          control={form.form.control}
          people={{ ...offered, users: people }}
          assigneeLabel={fieldLabels.assignedTo}
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
