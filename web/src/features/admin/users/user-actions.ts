import type { ManagedUser } from '#contract/admin/admin.ts';
import type { UserAction } from './texts.ts';

/** The actions available for a user. */
export function actionsFor(user: ManagedUser): readonly UserAction[] {
  const { role, suspended, emailChanges } = user;
  return [
    role === 'admin' ? 'make-user' : 'make-admin',
    suspended ? 'reinstate' : 'suspend',
    'end-sessions',
    ...(addressToConfirm(user) === undefined ? [] : ['confirm-email' as const]),
    ...(emailChanges.length > 0 ? ['take-back-email' as const] : []),
  ];
}

/** Reinstating does no harm, so it needs no confirmation. */
export function needsConfirmation(action: UserAction): boolean {
  return action !== 'reinstate';
}

/** The unconfirmed address of the user: the new one of a pending change, else the account's own. */
export function addressToConfirm({ email, emailConfirmed, pendingEmail }: ManagedUser): string | undefined {
  return pendingEmail ?? (emailConfirmed === false ? email : undefined);
}
