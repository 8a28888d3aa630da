import type { AnyRoute } from '@tanstack/react-router';
import { can, type Permission } from '#contract/permissions.ts';
import type { SessionState } from './session/session.ts';

/** A link of the bar, shown to all signed-in users, to those with a permission, or to signed-out users. */
export interface NavEntry {
  readonly to: string;
  readonly label: string;
  readonly shownTo: 'signed-in' | 'signed-out' | Permission;
  /** The path under which pages mark this link as current, unless another link matches better. */
  readonly section?: string;
  /** Links of the account are at the end of the bar. */
  readonly atEnd?: boolean;
}

/** Whether an entry is shown for the session. Entries with a permission call endpoints beyond the specification. */
export function isShown({ shownTo }: NavEntry, state: SessionState, hasAdditions: boolean): boolean {
  if (typeof shownTo === 'string') return shownTo === state.status;
  return hasAdditions && state.status === 'signed-in' && can(state.user, shownTo);
}

/** An entry of the command palette: an address to open, or an action. */
export interface Command {
  readonly label: string;
  /** Other words that match it. */
  readonly words?: string;
  /** Whether it is offered only after input, because there may be many such entries. */
  readonly isOnlyFound?: boolean;
  /** The equivalent shortcut. */
  readonly keys?: string | undefined;
  readonly does: { readonly to: string } | { readonly run: () => void };
}

/**
 * A feature's additions to the application before sign-in: routes below `rootRoute`, routes below `signedInRoute`, and
 * links of the bar. Everything else is in its `Extensions`, which load later.
 */
export interface Feature<Open extends readonly AnyRoute[], Protected extends readonly AnyRoute[]> {
  readonly open: Open;
  readonly protected: Protected;
  readonly nav: readonly NavEntry[];
}

/** Declares a feature; the routes keep their types, so that links to them are checked. */
export function feature<const Open extends readonly AnyRoute[], const Protected extends readonly AnyRoute[]>(
  manifest: Feature<Open, Protected>,
): Feature<Open, Protected> {
  return manifest;
}
