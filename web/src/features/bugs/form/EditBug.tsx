import { lazy, type RefObject, Suspense, useLayoutEffect, useRef } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Bug } from '#web/lib/api/specified.ts';
import { DraftNotice, LeaveQuestion } from '#web/lib/drafts/DraftNotice.tsx';
import { preloadTextEditor } from '#web/lib/text-editor/TextEditor.tsx';
import { type BugEdit, editOf } from '#web/lib/bugs/change/bug-edit.ts';
import type { Taken } from '#web/lib/bugs/change/save-edit.ts';
import { editorsOf } from '#web/lib/bugs/change/editors.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/query.ts';
import { type BugInput, fieldList, type FieldName } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import type { Drafts } from '#web/lib/drafts/use-drafts.ts';
import { useUploads } from '#web/lib/files/uploads.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { FormActions } from '#web/ui/inputs/FormLayout.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { usePeople } from '#web/features/bugs/data/use-people.ts';
import { BugFields, useTitleFocus } from './BugFields.tsx';
import { formTexts } from './texts.ts';
import { editForm, type Editing, loadChoice, useBugEdit } from './use-editing.ts';

/* Loaded together with the page, because a key opens the form. */
preloadTextEditor();

/** A selector for the focused element of the form: the submit button, or the field in which Enter was pressed. */
function focusedField(): string {
  const name = document.activeElement?.getAttribute('name');
  return name ? `form [name="${name}"]` : 'form [type="submit"]';
}

/** The edited title, if it differs from the title on this page. */
function newTitle({ base, values }: BugEdit): string | undefined {
  return values.title === base.title ? undefined : values.title;
}

interface Props {
  bug: Bug;
  /** The bug was deleted while its page was open. */
  gone: boolean;
  editing: Editing;
  /** Has the focus while the form is hidden. */
  toggle: RefObject<HTMLElement | null>;
}

/**
 * Edit mode. While saving, shows the edit optimistically and hides the form; on failure, shows the form again with its
 * input. Also offers to continue an unsaved edit, and shows the outcome of the last one.
 */
export function EditBug({ bug, gone, editing, toggle }: Props) {
  const { isOpen, isByKey, saving, drafts, taken, restore, showSaving, saved } = editing;
  useTitleFocus(isOpen && isByKey);
  const isAway = saving !== undefined;
  const held = useRef<string>(null);
  useLayoutEffect(() => {
    if (isAway) {
      held.current = focusedField();
      toggle.current?.focus({ preventScroll: true });
    } else if (held.current !== null) {
      document.querySelector<HTMLElement>(held.current)?.focus({ preventScroll: true });
      held.current = null;
    }
  }, [isAway, toggle]);
  return (
    <>
      {drafts.offered && (
        <DraftNotice
          at={drafts.offered.at}
          name={newTitle(drafts.offered.value)}
          onRestore={restore}
          onDiscard={drafts.discard}
        />
      )}
      {taken.taken.length > 0 && <MergedNotice {...taken} />}
      {isOpen && (
        <Surface hidden={isAway}>
          <EditBugForm
            key={drafts.slot}
            bug={bug}
            gone={gone}
            isAway={isAway}
            drafts={drafts}
            onSaving={showSaving}
            onSaved={saved}
          />
        </Surface>
      )}
    </>
  );
}

const ConflictChoice = lazy(async () => ({ default: (await loadChoice()).ConflictChoice }));

interface FormProps {
  /** The stored bug, which other users may change meanwhile. */
  bug: Bug;
  gone: boolean;
  /** Whether the form is being saved: it is hidden and keeps its input. */
  isAway: boolean;
  drafts: Drafts<BugEdit>;
  /** Called with the bug to show while it is being saved; with undefined once it is not. */
  onSaving: (shown: Bug | undefined) => void;
  onSaved: (taken: Taken) => void;
}

function EditBugForm({ bug, gone, isAway, drafts, onSaving, onSaved }: FormProps) {
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
          bug={bug}
          since={edit.version}
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

interface ChangedProps {
  bug: Bug;
  /** The version on which the edit is based. */
  since: number | undefined;
  /** The fields in which the stored bug differs from its state when the edit began. */
  fields: readonly FieldName[];
  onLoad: () => void;
  onMerge: () => void;
}

/** The notice that the bug was changed during the edit. The form's fields stay unchanged until the user decides. */
function ChangedNotice({ bug, since, fields, onLoad, onMerge }: ChangedProps) {
  const changed = fieldList(useBugFields(), fields);
  const { data: by } = useQuery({
    queryKey: ['editors of a bug', bug._id, since, bug.version],
    queryFn: () => editorsOf(bug, since, fields),
    placeholderData: keepPreviousData,
  });
  // Shown only once the name is known, so that the notice is announced just once.
  if (!by) return null;
  return (
    <Notice
      severity="info"
      title={formTexts.changedTitle(by)}
      text={changed ? formTexts.changed(changed) : formTexts.changedElsewhere}
      actions={
        <>
          <Button variant="outlined" size="small" onClick={onMerge}>
            {formTexts.mergeNow}
          </Button>
          <Button variant="outlined" size="small" onClick={onLoad}>
            {formTexts.loadStored}
          </Button>
        </>
      }
    />
  );
}

function DeletedNotice() {
  return <Notice severity="info" title={formTexts.deletedTitle} text={formTexts.deletedText} />;
}

/** The notice of others' changes that were merged into the save. */
function MergedNotice({ taken, by }: Taken) {
  const text = formTexts.mergedText(fieldList(useBugFields(), taken));
  return <Notice severity="success" title={formTexts.mergedTitle(by)} text={text} />;
}
