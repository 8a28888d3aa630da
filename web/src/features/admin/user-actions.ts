import type { ManagedUser } from '#contract/admin.ts';

export type UserAction = 'make-admin' | 'make-user' | 'suspend' | 'reinstate' | 'end-sessions';

interface Wording {
  /** In the menu, and on the button of the dialog. */
  label: string;
  title: string;
  /** What the dialog says of it. */
  consequence: (name: string) => string;
  done: (name: string) => string;
  failed: string;
}

export const wordings: Record<UserAction, Wording> = {
  'make-admin': {
    label: 'Make admin',
    title: 'Make user an admin',
    consequence: (name) =>
      `${name} will be able to edit and delete every bug, to manage all accounts, and to read the audit trail.`,
    done: (name) => `${name} is now an admin.`,
    failed: 'Failed to change the role',
  },
  'make-user': {
    label: 'Make user',
    title: 'Make admin a user',
    consequence: (name) =>
      `${name} will no longer be able to manage accounts, to read the audit trail, or to change the bugs of others.`,
    done: (name) => `${name} is now a user.`,
    failed: 'Failed to change the role',
  },
  suspend: {
    label: 'Suspend',
    title: 'Suspend user',
    consequence: (name) =>
      `${name} will be signed out everywhere at once, and cannot sign in until an admin reinstates the account. Bugs stay as they are.`,
    done: (name) => `${name} is suspended.`,
    failed: 'Failed to suspend user',
  },
  reinstate: {
    label: 'Reinstate',
    title: 'Reinstate user',
    consequence: (name) => `${name} will be able to sign in again.`,
    done: (name) => `${name} can sign in again.`,
    failed: 'Failed to reinstate user',
  },
  'end-sessions': {
    label: 'End sessions',
    title: 'End sessions',
    consequence: (name) => `${name} will be signed out on every device and has to sign in again.`,
    done: (name) => `All sessions of ${name} have ended.`,
    failed: 'Failed to end sessions',
  },
};

/** What can be done to a user as things stand. */
export function actionsFor({ role, suspended }: ManagedUser): readonly UserAction[] {
  return [role === 'admin' ? 'make-user' : 'make-admin', suspended ? 'reinstate' : 'suspend', 'end-sessions'];
}

/** Giving back what was taken hurts nobody. */
export function needsConfirmation(action: UserAction): boolean {
  return action !== 'reinstate';
}
