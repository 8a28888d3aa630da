import { useQueryClient } from '@tanstack/react-query';
import { lazy } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { useBugFields, useExtensions } from '#web/lib/extensions.ts';

export const loadResolveDialog = () => import('./ResolveDialog.tsx');
export const ResolveDialog = lazy(async () => ({ default: (await loadResolveDialog()).ResolveDialog }));

/** Returns whether a field is asked for when these bugs are resolved. */
export function useIsResolvingAsked(): (bugs: readonly Bug[]) => boolean {
  const client = useQueryClient();
  const fields = useBugFields();
  const { resolveQuestions } = useExtensions();
  return (bugs) =>
    fields.some(({ isAskedFor }) => isAskedFor?.(client)) ||
    resolveQuestions.some(({ isAsked }) => bugs.some(isAsked));
}
