import type { ManagedUser } from '#contract/admin.ts';
import type { UserAction } from './texts.ts';

/** The actions available for a user. */
export function actionsFor({ role, suspended, emailChanges }: ManagedUser): readonly UserAction[] {
  return [
    role === 'admin' ? 'make-user' : 'make-admin',
    suspended ? 'reinstate' : 'suspend',
    'end-sessions',
    ...(emailChanges.length > 0 ? ['take-back-email' as const] : []),
  ];
}

/** Reinstating does no harm, so it needs no confirmation. */
export function needsConfirmation(action: UserAction): boolean {
  return action !== 'reinstate';
}
