import { useLocation, useRouter } from '@tanstack/react-router';
import type { UserRef } from '#contract/users.ts';
import { LeaveQuestion } from '#web/lib/drafts/LeaveQuestion.tsx';
import type { Drafts } from '#web/lib/drafts/use-drafts.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import { FormActions } from '#web/ui/FormLayout.tsx';
import { ButtonTo } from '#web/ui/links.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { type BugInput, changedFields, newBug, newBugRules } from '#web/features/bugs/form/bug-form.ts';
import { BugFields } from '#web/features/bugs/form/BugFields.tsx';
import { createProblem } from './create-problem.ts';
import { formTexts } from '#web/features/bugs/form/texts.ts';
import { useCreateBug } from '#web/features/bugs/data/mutations.ts';
import { createBugRoute } from '#web/features/bugs/routes.ts';
import { focusTitle, useTitleFocus } from '#web/features/bugs/form/use-title-focus.ts';

interface Props {
  users: readonly UserRef[];
  drafts: Drafts<BugInput>;
}

export function CreateBugForm({ users, drafts }: Props) {
  const router = useRouter();
  const create = useCreateBug(drafts.slot);
  const form = useScreenForm({
    schema: newBugRules,
    defaultValues: drafts.restored ?? newBug,
    async send(body) {
      await create.mutateAsync(body);
      drafts.saved();
      // Who has gone on to another page meanwhile is not called back from there.
      if (router.latestLocation.pathname === createBugRoute.to) await router.navigate({ to: '/bugs' });
    },
    problem: (error) => createProblem(formTexts.createFailed, error),
    onChange: keepTyped,
  });
  const { control, getValues } = form.form;
  // By its shortcut one comes to `/bugs/create#title`.
  useTitleFocus(useLocation({ select: ({ hash }) => hash === 'title' }));
  useShortcuts({ c: focusTitle });

  function keepTyped() {
    const values = getValues();
    drafts.keep(changedFields(newBug, values).length > 0 ? values : undefined);
  }

  return (
    <Form form={form}>
      <LeaveQuestion isUnkept={drafts.isUnkept} />
      <BugFields control={control} users={users} assigneeLabel={formTexts.assignTo} />
      <FormActions>
        <ButtonTo to="/bugs" onBefore={drafts.cancel}>
          {formTexts.cancel}
        </ButtonTo>
        <SubmitButton busy={form.busy} busyLabel={formTexts.creating}>
          {formTexts.create}
        </SubmitButton>
      </FormActions>
    </Form>
  );
}
