import { useUser } from '#web/lib/session/auth-context.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { texts } from '#web/features/admin/texts.ts';
import { wordings } from './texts.ts';
import type { ChosenAction } from './use-chosen-action.ts';

/** Confirms harmful actions, shows failures, and announces success to screen readers. */
export function UserActionDialog({ chosen }: { chosen: ChosenAction }) {
  const { choice, open, busy, error, announcement } = chosen;
  const self = useUser();
  const words = choice && wordings[choice.action];
  const isOwn = choice?.user._id === self._id;
  return (
    <>
      {words && (
        <ConfirmDialog
          open={open}
          title={words.title}
          text={`${isOwn ? `${texts.ownAccount} ` : ''}${words.consequence(choice.user)}`}
          confirmLabel={words.label}
          confirmColor={
            ['make-admin', 'reinstate', 'confirm-email'].includes(choice.action) ? 'primary' : 'error'
          }
          busy={busy}
          problem={error ? problemOf(words.failed, error) : undefined}
          onConfirm={chosen.confirm}
          onClose={chosen.close}
        />
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}
