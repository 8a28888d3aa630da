import type { ManagedUser } from '#contract/admin.ts';
import type { UserAction } from './action-texts.ts';

/** What can be done to a user as things stand. */
export function actionsFor({ role, suspended, emailChanges }: ManagedUser): readonly UserAction[] {
  return [
    role === 'admin' ? 'make-user' : 'make-admin',
    suspended ? 'reinstate' : 'suspend',
    'end-sessions',
    ...(emailChanges.length > 0 ? ['take-back-email' as const] : []),
  ];
}

/** Giving back what was taken hurts nobody. */
export function needsConfirmation(action: UserAction): boolean {
  return action !== 'reinstate';
}
