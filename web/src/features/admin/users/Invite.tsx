import Button from '@mui/material/Button';
import { useState } from 'react';
import { onceOnly } from '#web/lib/api/once-only.ts';
import { texts } from '#web/features/admin/texts.ts';
import { InvitationDialog } from './InvitationDialog.tsx';
import { useInvite } from './mutations.ts';

/** Makes a link with which one person can register, and shows it. */
export function Invite() {
  const [open, setOpen] = useState(false);
  const { data, error, mutate, variables } = useInvite();
  function invite() {
    setOpen(true);
    mutate(onceOnly());
  }
  return (
    <>
      <Button variant="contained" onClick={invite}>
        {texts.invite}
      </Button>
      <InvitationDialog
        open={open}
        invitation={data}
        error={error}
        onRetry={() => variables && mutate(variables)}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
