import type { AnyRoute } from '@tanstack/react-router';
import type { OnChanges } from './live/change.ts';

/** A link of the bar. `shownTo` the signed-in, among them admins alone, or the signed-out. */
export interface NavEntry {
  readonly to: string;
  readonly label: string;
  readonly shownTo: 'signed-in' | 'admin' | 'signed-out';
  /** The account's own links stand at the end of the bar. */
  readonly atEnd?: boolean;
}

/**
 * What a feature adds to the application: routes below `rootRoute`, routes below `signedInRoute`, links of the bar, and
 * what it does when something has changed.
 */
export interface Feature<Open extends readonly AnyRoute[], Protected extends readonly AnyRoute[]> {
  readonly open: Open;
  readonly protected: Protected;
  readonly nav: readonly NavEntry[];
  readonly onChanges?: OnChanges;
}

/** Declares a feature; the routes keep their types, so that links to them are checked. */
export function feature<const Open extends readonly AnyRoute[], const Protected extends readonly AnyRoute[]>(
  manifest: Feature<Open, Protected>,
): Feature<Open, Protected> {
  return manifest;
}
