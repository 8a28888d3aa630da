import Chip from '@mui/material/Chip';
import TableRow from '@mui/material/TableRow';
import { memo } from 'react';
import type { ManagedUser } from '#contract/admin.ts';
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
        {user.email}
      </StackingCell>
      <StackingCell label={texts.role} className="role">
        {texts.roles[user.role]}
      </StackingCell>
      <StackingCell label={texts.status} className="status">
        {user.suspended ? (
          <span>
            <Chip label={texts.suspended} />
          </span>
        ) : (
          texts.active
        )}
      </StackingCell>
      <StackingCell label={texts.lastSeen} className="seen">
        {user.lastSeenAt === null ? texts.signedOut : <Time value={user.lastSeenAt} format="date-time" />}
      </StackingCell>
      <MenuCell label={texts.actions} describedBy={nameId} onOpen={(anchor) => onMenu({ user, anchor })} />
    </TableRow>
  );
});
