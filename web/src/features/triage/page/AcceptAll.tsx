import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { acceptWaiting, getTriage, triagePermissions } from '#contract/bugs/triage.ts';
import { can } from '#contract/permissions.ts';
import { formatNumber } from '#web/language/language.ts';
import { call } from '#web/lib/api/call.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { pageTexts } from './texts.ts';

/** Lets admins accept all waiting bugs at once: a backlog that no one will go through. */
export function AcceptAll() {
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  const [accepted, setAccepted] = useState(0);
  const { mutate, reset, isPending, error } = useMutation({
    async mutationFn(upTo: number | null) {
      for (let hasMore = upTo !== null; hasMore;) {
        const batch = await call(acceptWaiting, { body: { upTo: upTo ?? 0 } });
        setAccepted((before) => before + batch.accepted);
        ({ hasMore } = batch);
      }
    },
    onSuccess: () => setOpen(false),
  });
  // Bugs filed while the question is open must not be accepted unread.
  const newest = useMutation({ mutationFn: () => call(getTriage, {}) });
  if (!can(user, triagePermissions.acceptAll)) return null;
  const problem = error ?? newest.error;
  return (
    <>
      <Button
        variant="outlined"
        onClick={() => {
          reset();
          setAccepted(0);
          newest.mutate();
          setOpen(true);
        }}
      >
        {pageTexts.acceptAll}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={pageTexts.acceptAll}
        text={pageTexts.acceptAllText}
        about={accepted > 0 ? pageTexts.accepting(formatNumber(accepted)) : undefined}
        confirmLabel={pageTexts.accept}
        confirmColor="primary"
        busy={isPending || newest.isPending}
        problem={problem ? problemOf(pageTexts.acceptAllFailed, problem) : undefined}
        onConfirm={() => (newest.data ? mutate(newest.data.newest) : newest.mutate())}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
