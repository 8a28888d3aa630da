import { useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { MissingTokenError } from '#web/lib/api/api-error.ts';
import type { BugInput } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { LeaveQuestion } from '#web/lib/drafts/DraftNotice.tsx';
import type { Drafts } from '#web/lib/drafts/use-drafts.ts';
import { uploadProblem, useUploads } from '#web/lib/files/uploads.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { type Problem, problemOf } from '#web/lib/form/problem.ts';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { FormActions } from '#web/ui/inputs/FormLayout.tsx';
import { ButtonTo } from '#web/ui/links.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { filed } from '#web/features/bugs/data/filed.ts';
import { useCreateBug } from '#web/features/bugs/data/mutations.ts';
import { changedFields } from '#web/lib/bugs/change/bug-edit.ts';
import { newBug, newBugRules } from '#web/features/bugs/form/bug-form.ts';
import { BugFields } from '#web/features/bugs/form/BugFields.tsx';
import { formTexts } from '#web/features/bugs/form/texts.ts';
import { focusTitle, useTitleFocus } from '#web/features/bugs/form/use-title-focus.ts';
import { BesideForm, CreateAsides } from './CreateAsides.tsx';

/** The name of the form in the draft store. */
export const newBugForm = 'new-bug';

interface Props {
  /** The initial values of the fields. */
  begun: BugInput;
  drafts: Drafts<BugInput>;
}

export function CreateBugForm({ begun, drafts }: Props) {
  const router = useRouter();
  const empty = newBug(useBugFields());
  const create = useCreateBug(drafts.slot);
  const { queue } = useUploads(newBugForm);
  const form = useScreenForm({
    schema: newBugRules,
    defaultValues: drafts.restored ?? begun,
    async send(body) {
      if (isSentElsewhere) return;
      await queue.settled();
      const bug = await create.mutateAsync(body);
      drafts.saved();
      // Does not navigate away from a page that the user has opened meanwhile.
      if (router.latestLocation.pathname !== '/bugs/create') return;
      filed.set(bug);
      await router.navigate({ to: '/bugs' });
    },
    problem: (error) => uploadProblem(error) ?? createProblem(formTexts.createFailed, error),
    onChange: keepTyped,
  });
  const { control, getValues } = form.form;
  const [isSentElsewhere, setSentElsewhere] = useState(false);
  // The shortcut opens `/bugs/create#title`.
  useTitleFocus(useLocation({ select: ({ hash }) => hash === 'title' }));
  useShortcuts({ c: focusTitle });

  function keepTyped() {
    const values = getValues();
    const isOwn = [begun, empty].every((without) => changedFields(without, values).length > 0);
    drafts.keep(isOwn ? values : undefined);
  }

  function cancel() {
    queue.clear();
    drafts.cancel();
  }

  async function sendTo(bugId: string, send: () => Promise<unknown>) {
    if (form.busy || isSentElsewhere) return;
    setSentElsewhere(true);
    try {
      await queue.settled();
      await send();
    } finally {
      setSentElsewhere(false);
    }
    drafts.saved();
    if (router.latestLocation.pathname !== '/bugs/create') return;
    await router.navigate({ to: '/bugs/$id', params: { id: bugId } });
  }

  return (
    <BesideForm
      aside={<CreateAsides control={control} isBusy={form.busy || isSentElsewhere} sendTo={sendTo} />}
    >
      <Form form={form}>
        <LeaveQuestion isUnkept={drafts.isUnkept} />
        <BugFields control={control} form={newBugForm} readOnly={isSentElsewhere} />
        <FormActions>
          <ButtonTo to="/bugs" onBefore={cancel}>
            {formTexts.cancel}
          </ButtonTo>
          <SubmitButton
            busy={form.busy || isSentElsewhere}
            busyLabel={isSentElsewhere ? formTexts.create : formTexts.creating}
          >
            {formTexts.create}
          </SubmitButton>
        </FormActions>
      </Form>
    </BesideForm>
  );
}

/** An error as this screen shows it: under `title`, or under the error's own message if the token is missing. */
export function createProblem(title: string, error: unknown): Problem {
  return problemOf(error instanceof MissingTokenError ? error.message : title, error);
}
