import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Bug, bug as bugSchema } from '#contract/bugs.ts';
import { ApiError, reasonOf } from '#web/lib/api/api-error.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { useKeepInput } from '#web/lib/form/kept-input.ts';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FormActions } from '#web/ui/FormLayout.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import {
  type BugInput,
  bugInput,
  changedFields,
  inputOf,
  type KeptEdit,
  merged,
  sameInput,
} from './bug-form.ts';
import { BugFields } from './BugFields.tsx';
import { ChangedNotice, DeletedNotice } from './ChangedNotice.tsx';
import { ConflictNotice } from './ConflictNotice.tsx';
import { useUpdateBug } from './mutations.ts';
import { usersQuery } from './queries.ts';
import { withAssignee } from './with-assignee.ts';

interface Props {
  /** The bug as it is stored, which others may change meanwhile. */
  bug: Bug;
  gone: boolean;
  /** What the fields hold at first, and the version that this is an edit of. */
  begin: KeptEdit;
  onDone: () => void;
}

export function EditBugForm({ bug, gone, begin, onDone }: Props) {
  const users = useQuery(usersQuery);
  const update = useUpdateBug();
  const [base, setBase] = useState({ version: begin.version, values: begin.base });
  const [stored, setStored] = useState<Bug>();

  async function save(body: KeptEdit['values'], over: number) {
    try {
      await update.mutateAsync({ id: bug._id, version: over, body });
    } catch (error) {
      setStored(storedIn(error));
      throw error;
    }
    onDone();
  }
  const form = useScreenForm({
    schema: bugInput,
    defaultValues: begin.values,
    send: (body) => save(body, stored?.version ?? base.version),
    problem: 'Failed to update bug',
  });
  const { control, getValues, reset } = form.form;
  useKeepInput(`bug:${bug._id}`, () =>
    sameInput(getValues(), base.values)
      ? undefined
      : { version: base.version, base: base.values, values: getValues() },
  );

  /** Goes on from what is stored by now, with what the fields are to hold. */
  function goOn(current: Bug, values: BugInput) {
    reset(values);
    setBase({ version: current.version, values: inputOf(current) });
    setStored(undefined);
  }
  const load = (current: Bug) => goOn(current, inputOf(current));
  const merge = () => goOn(bug, merged(base.values, getValues(), inputOf(bug)));

  const conflict = stored && (
    <ConflictNotice busy={form.busy} onLoad={() => load(stored)} onOverwrite={() => void form.submit()} />
  );
  // While one saves, the newer version is one's own.
  const changedMeanwhile = bug.version > base.version && !gone && !conflict && !form.busy;
  return (
    <Form form={form} notice={conflict}>
      {gone && <DeletedNotice />}
      {changedMeanwhile && (
        <ChangedNotice
          fields={changedFields(base.values, inputOf(bug))}
          onLoad={() => load(bug)}
          onMerge={merge}
        />
      )}
      <BugFields
        control={control}
        users={withAssignee(users.data, bug.assignedTo)}
        assigneeLabel="Assigned To"
      />
      {users.error && (
        <ErrorState
          title="Failed to fetch users"
          text={reasonOf(users.error)}
          onRetry={() => void users.refetch()}
        />
      )}
      <FormActions>
        <SubmitButton busy={form.busy}>Save Changes</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** The bug that a refused save found stored in the meantime. */
function storedIn(error: unknown): Bug | undefined {
  if (!(error instanceof ApiError) || error.status !== 412) return undefined;
  const { body } = error;
  return typeof body === 'object' && body !== null && 'bug' in body
    ? bugSchema.safeParse(body.bug).data
    : undefined;
}
