import { styled } from '@mui/material/styles';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useState } from 'react';
import type { ManagedUser } from '#contract/admin/admin.ts';
import { StackingTable, TableFrame } from '#web/ui/StackingTable.tsx';
import { ShowMore } from '#web/ui/ShowMore.tsx';
import { texts } from '#web/features/admin/texts.ts';
import { useChosenAction } from './use-chosen-action.ts';
import { ResetLinkDialog, useShownResetLink } from './ResetLinkDialog.tsx';
import { UserActionDialog } from './UserActionDialog.tsx';
import { UserMenu } from './UserMenu.tsx';
import { UserRow } from './UserRow.tsx';

const step = 100;

/** Accounts in rows, the first hundred at once. */
export function UserTable({ users }: { users: readonly ManagedUser[] }) {
  const [shown, setShown] = useState(step);
  const [menu, setMenu] = useState<{ user: ManagedUser; anchor: HTMLElement }>();
  const chosen = useChosenAction();
  const resetLink = useShownResetLink();
  return (
    <>
      <TableFrame>
        <UserTableRoot>
          <TableHead>
            <TableRow>
              <TableCell className="name">{texts.name}</TableCell>
              <TableCell className="email">{texts.email}</TableCell>
              <TableCell className="role">{texts.role}</TableCell>
              <TableCell className="status">{texts.status}</TableCell>
              <TableCell className="seen">{texts.lastSeen}</TableCell>
              <TableCell className="actions">{texts.actions}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {users.slice(0, shown).map((user) => (
              <UserRow key={user._id} user={user} onMenu={setMenu} />
            ))}
          </TableBody>
        </UserTableRoot>
      </TableFrame>
      {users.length > shown && <ShowMore onClick={() => setShown(shown + step)} />}
      <UserMenu
        target={menu}
        onClose={() => setMenu(undefined)}
        onChoose={chosen.choose}
        onResetLink={resetLink.show}
      />
      <UserActionDialog chosen={chosen} />
      <ResetLinkDialog shown={resetLink} />
    </>
  );
}

const UserTableRoot = styled(StackingTable)(({ theme }) => ({
  [theme.breakpoints.up('md')]: {
    '& .role': { width: theme.spacing(22) },
    '& .status': { width: theme.spacing(28) },
    '& .seen': { width: theme.spacing(44) },
  },
}));
