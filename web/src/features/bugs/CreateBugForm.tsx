import { useNavigate } from '@tanstack/react-router';
import type { UserRef } from '#contract/users.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { useKeepInput, useKeptInput } from '#web/lib/form/kept-input.ts';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { FormActions } from '#web/ui/FormLayout.tsx';
import { ButtonTo } from '#web/ui/links.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { bugInput, newBug, newBugRules } from './bug-form.ts';
import { BugFields } from './BugFields.tsx';
import { createProblem } from './create-problem.ts';
import { KeptInputNotice } from './KeptInputNotice.tsx';
import { useCreateBug } from './mutations.ts';

export function CreateBugForm({ users }: { users: readonly UserRef[] }) {
  const navigate = useNavigate();
  const create = useCreateBug();
  const form = useScreenForm({
    schema: newBugRules,
    defaultValues: newBug,
    async send(body) {
      await create.mutateAsync(body);
      await navigate({ to: '/bugs' });
    },
    problem: (error) => createProblem('Failed to create bug', error),
  });
  const { control, formState, getValues, reset } = form.form;
  const { isDirty } = formState;
  const { kept, drop } = useKeptInput('new-bug', bugInput);
  useKeepInput('new-bug', () => (isDirty ? getValues() : undefined));

  function restore() {
    reset(kept, { keepDefaultValues: true });
    drop();
  }

  return (
    <Form form={form}>
      {kept && <KeptInputNotice onRestore={restore} onDiscard={drop} />}
      <BugFields control={control} users={users} assigneeLabel="Assign To" />
      <FormActions>
        <ButtonTo to="/bugs">Cancel</ButtonTo>
        <SubmitButton busy={form.busy} busyLabel="Creating...">
          Create Bug
        </SubmitButton>
      </FormActions>
    </Form>
  );
}
