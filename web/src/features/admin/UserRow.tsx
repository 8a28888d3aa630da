import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import TableRow from '@mui/material/TableRow';
import { memo } from 'react';
import type { ManagedUser } from '#contract/admin.ts';
import { MoreIcon } from '#web/ui/icons.tsx';
import { StackingCell } from '#web/ui/StackingTable.tsx';
import { Time } from '#web/ui/Time.tsx';

interface Props {
  user: ManagedUser;
  onMenu: (target: { user: ManagedUser; anchor: HTMLElement }) => void;
}

export const UserRow = memo(function UserRow({ user, onMenu }: Props) {
  const nameId = `user-${user._id}`;
  return (
    <TableRow hover>
      <StackingCell label="Name" className="name" title={user.name}>
        <span id={nameId}>{user.name}</span>
      </StackingCell>
      <StackingCell label="Email" className="email" title={user.email}>
        {user.email}
      </StackingCell>
      <StackingCell label="Role" className="role">
        {user.role === 'admin' ? 'Admin' : 'User'}
      </StackingCell>
      <StackingCell label="Status" className="status">
        {user.suspended ? (
          <span>
            <Chip label="Suspended" />
          </span>
        ) : (
          'Active'
        )}
      </StackingCell>
      <StackingCell label="Last seen" className="seen">
        {user.lastSeenAt === null ? 'Signed out' : <Time value={user.lastSeenAt} format="date-time" />}
      </StackingCell>
      <StackingCell label="Actions" className="actions">
        <IconButton
          size="small"
          aria-label="Actions"
          aria-haspopup="menu"
          aria-describedby={nameId}
          onClick={(event) => onMenu({ user, anchor: event.currentTarget })}
        >
          <MoreIcon />
        </IconButton>
      </StackingCell>
    </TableRow>
  );
});
