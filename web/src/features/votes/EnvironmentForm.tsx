import { voteBody } from '#contract/bugs/votes.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { FormText } from '#web/lib/form/fields.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { extensionTexts } from './extension-texts.ts';
import { noteEnvironment } from './last-environment.ts';
import { useVote } from './queries.ts';
import { texts } from './texts.ts';
import styles from './EnvironmentForm.module.css';

interface Props {
  bugId: string;
  /** The initial value of the form. */
  before: string;
  onClose: () => void;
}

/** Asks for the environment in which the bug occurs; Enter votes, with or without one. */
export function EnvironmentForm({ bugId, before, onClose }: Props) {
  const { _id: userId } = useUser();
  const { mutateAsync } = useVote(bugId);
  const form = useScreenForm({
    schema: voteBody,
    defaultValues: { environment: before },
    async send({ environment = '' }) {
      await mutateAsync({ environment });
      noteEnvironment(userId, environment);
      onClose();
    },
    problem: texts.failed,
  });
  return (
    // Escape closes it from any of its elements.
    <div
      className={styles.frame}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Form form={form}>
        <FormText
          control={form.form.control}
          name="environment"
          label={texts.environment}
          placeholder={texts.placeholder}
          autoComplete="off"
          autoFocus
        />
        <ButtonRow>
          <SubmitButton busy={form.busy}>{extensionTexts.votes}</SubmitButton>
          <Button onClick={onClose}>{texts.cancel}</Button>
        </ButtonRow>
      </Form>
    </div>
  );
}
