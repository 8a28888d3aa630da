import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { createLink } from '@tanstack/react-router';
import type { ManagedUser } from '#contract/admin/admin.ts';
import { texts } from '#web/features/admin/texts.ts';
import { type UserAction, wordings } from './texts.ts';
import { actionsFor } from './user-actions.ts';

const LinkItem = createLink(MenuItem);

interface Props {
  target: { user: ManagedUser; anchor: HTMLElement } | undefined;
  onClose: () => void;
  onChoose: (user: ManagedUser, action: UserAction) => void;
  onResetLink: (user: ManagedUser) => void;
}

/** The actions on a user: one menu for all rows. */
export function UserMenu({ target, onClose, onChoose, onResetLink }: Props) {
  const user = target?.user;
  return (
    <Menu open={target !== undefined} anchorEl={target?.anchor ?? null} onClose={onClose}>
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
