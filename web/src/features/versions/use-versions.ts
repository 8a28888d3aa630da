import { useQuery } from '@tanstack/react-query';
import type { Version } from '#contract/classification/versions.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { versionsQuery } from './queries.ts';

interface Versions {
  /** All versions in their order, archived ones included. */
  readonly versions: readonly Version[];
  /** The versions that a bug can get. */
  readonly usable: readonly Version[];
}

/** The versions; none if the back end does not support them. */
export function useVersions(): Versions {
  const hasAdditions = useAdditions();
  const { data: versions = [] } = useQuery({ ...versionsQuery, enabled: hasAdditions });
  return { versions, usable: versions.filter(isUsable) };
}

export function isUsable({ state }: Version): boolean {
  return state !== 'archived';
}
