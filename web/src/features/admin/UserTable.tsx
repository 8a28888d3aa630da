import { createLink } from '@tanstack/react-router';
import { memo, useState } from 'react';
import type { ManagedUser } from '#contract/admin/admin.ts';
import { Tag } from '#web/ui/Tag.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { ShowMore } from '#web/ui/ShowMore.tsx';
import { MenuCell, StackingCell, StackingTable, TableFrame } from '#web/ui/StackingTable.tsx';
import { Time } from '#web/ui/Time.tsx';
import styles from './admin.module.css';
import { ResetLinkDialog, useShownResetLink } from './LinkDialog.tsx';
import { texts, type UserAction, wordings } from './texts.ts';
import { actionsFor, useChosenAction, UserActionDialog } from './user-actions.tsx';

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
        <StackingTable>
          <thead>
            <tr>
              <th scope="col" className="name">
                {texts.name}
              </th>
              <th scope="col">{texts.email}</th>
              <th scope="col" className={styles.role}>
                {texts.role}
              </th>
              <th scope="col" className={styles.status}>
                {texts.status}
              </th>
              <th scope="col" className={styles.seen}>
                {texts.lastSeen}
              </th>
              <th scope="col" className="actions">
                {texts.actions}
              </th>
            </tr>
          </thead>
          <tbody className={styles.rows}>
            {users.slice(0, shown).map((user) => (
              <UserRow key={user._id} user={user} onMenu={setMenu} />
            ))}
          </tbody>
        </StackingTable>
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

interface RowProps {
  user: ManagedUser;
  onMenu: (target: { user: ManagedUser; anchor: HTMLElement }) => void;
}

const UserRow = memo(function UserRow({ user, onMenu }: RowProps) {
  const nameId = `user-${user._id}`;
  return (
    <tr>
      <StackingCell label={texts.name} className="name" title={user.name}>
        <span id={nameId}>{user.name}</span>
      </StackingCell>
      <StackingCell label={texts.email} title={user.email}>
        <span>
          {user.email}
          {user.pendingEmail !== undefined && (
            <small className={styles.pending}>{texts.pendingEmail(user.pendingEmail)}</small>
          )}
        </span>
      </StackingCell>
      <StackingCell label={texts.role} className={styles.role}>
        {texts.roles[user.role]}
      </StackingCell>
      <StackingCell label={texts.status} className={styles.status}>
        <Status user={user} />
      </StackingCell>
      <StackingCell label={texts.lastSeen} className={styles.seen}>
        {user.lastSeenAt === null ? texts.signedOut : <Time value={user.lastSeenAt} format="minute" />}
      </StackingCell>
      <MenuCell label={texts.actions} describedBy={nameId} onOpen={(anchor) => onMenu({ user, anchor })} />
    </tr>
  );
});

function Status({ user: { suspended, emailConfirmed = true } }: { user: ManagedUser }) {
  if (!suspended && emailConfirmed) return texts.active;
  return (
    <span>
      <Tag>{suspended ? texts.suspended : texts.unconfirmed}</Tag>
    </span>
  );
}

const LinkItem = createLink(MenuItem);

interface MenuProps {
  target: { user: ManagedUser; anchor: HTMLElement } | undefined;
  onClose: () => void;
  onChoose: (user: ManagedUser, action: UserAction) => void;
  onResetLink: (user: ManagedUser) => void;
}

/** The actions on a user: one menu for all rows. */
function UserMenu({ target, onClose, onChoose, onResetLink }: MenuProps) {
  const user = target?.user;
  return (
    <Menu anchor={target?.anchor} onClose={onClose}>
      {user &&
        actionsFor(user).map((action) => (
          <MenuItem
            key={action}
            onClick={() => {
              onClose();
              onChoose(user, action);
            }}
          >
            {wordings[action].label}
          </MenuItem>
        ))}
      {user && !user.suspended && (
        <MenuItem
          onClick={() => {
            onClose();
            onResetLink(user);
          }}
        >
          {texts.makeResetLink}
        </MenuItem>
      )}
      {user && (
        <LinkItem to="/admin/audit" search={{ user: user._id }}>
          {texts.showTrail}
        </LinkItem>
      )}
    </Menu>
  );
}
