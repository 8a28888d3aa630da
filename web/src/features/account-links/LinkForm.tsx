import * as z from 'zod/mini';
import { ApiError } from '#web/lib/api/api-error.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { usePlainForm } from '#web/lib/form/use-plain-form.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';

export type Outcome = 'done' | 'invalid';

interface Props {
  /** Performs the link's action. */
  perform: () => Promise<unknown>;
  label: string;
  busyLabel: string;
  /** The title of failures other than an invalid link. */
  failed: string;
  onOutcome: (outcome: Outcome) => void;
}

/** The button that uses a link: opening the page changes nothing. */
export function LinkForm({ perform, label, busyLabel, failed, onOutcome }: Props) {
  const { refresh } = useAuth();
  const form = usePlainForm({
    schema: z.object({}),
    defaultValues: {},
    async send() {
      try {
        await perform();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'invalid_link') throw error;
        return onOutcome('invalid');
      }
      onOutcome('done');
      // The same user's session in this browser may have ended with it, or have a different address.
      await refresh();
    },
    problem: failed,
  });
  return (
    <Form form={form}>
      <SubmitButton busy={form.busy} busyLabel={busyLabel} fullWidth>
        {label}
      </SubmitButton>
    </Form>
  );
}
