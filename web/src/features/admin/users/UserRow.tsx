import Chip from '@mui/material/Chip';
import { styled } from '@mui/material/styles';
import TableRow from '@mui/material/TableRow';
import { memo } from 'react';
import type { ManagedUser } from '#contract/admin/admin.ts';
import { MenuCell, StackingCell } from '#web/ui/StackingTable.tsx';
import { Time } from '#web/ui/Time.tsx';
import { texts } from '#web/features/admin/texts.ts';

interface Props {
  user: ManagedUser;
  onMenu: (target: { user: ManagedUser; anchor: HTMLElement }) => void;
}

export const UserRow = memo(function UserRow({ user, onMenu }: Props) {
  const nameId = `user-${user._id}`;
  return (
    <TableRow hover>
      <StackingCell label={texts.name} className="name" title={user.name}>
        <span id={nameId}>{user.name}</span>
      </StackingCell>
      <StackingCell label={texts.email} className="email" title={user.email}>
        <span>
          {user.email}
          {user.pendingEmail !== undefined && <Pending>{texts.pendingEmail(user.pendingEmail)}</Pending>}
        </span>
      </StackingCell>
      <StackingCell label={texts.role} className="role">
        {texts.roles[user.role]}
      </StackingCell>
      <StackingCell label={texts.status} className="status">
        <Status user={user} />
      </StackingCell>
      <StackingCell label={texts.lastSeen} className="seen">
        {user.lastSeenAt === null ? texts.signedOut : <Time value={user.lastSeenAt} format="date-time" />}
      </StackingCell>
      <MenuCell label={texts.actions} describedBy={nameId} onOpen={(anchor) => onMenu({ user, anchor })} />
    </TableRow>
  );
});

function Status({ user: { suspended, emailConfirmed = true } }: { user: ManagedUser }) {
  if (!suspended && emailConfirmed) return texts.active;
  return (
    <span>
      <Chip label={suspended ? texts.suspended : texts.unconfirmed} />
    </span>
  );
}

const Pending = styled('small')(({ theme }) => ({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  color: theme.vars.palette.text.secondary,
}));
