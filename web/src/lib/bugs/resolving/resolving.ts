import { useQueryClient } from '@tanstack/react-query';
import type { Bug } from '#web/lib/api/specified.ts';
import { useBugFields, useExtensions } from '#web/lib/extensions.ts';
import { openable } from '#web/lib/keyboard/openable.tsx';

export const ResolveDialog = openable(async () => (await import('./ResolveDialog.tsx')).ResolveDialog);

/** Returns whether a field is asked for when these bugs are resolved. */
export function useIsResolvingAsked(): (bugs: readonly Bug[]) => boolean {
  const client = useQueryClient();
  const fields = useBugFields();
  const { resolveQuestions } = useExtensions();
  return (bugs) =>
    fields.some(({ isAskedFor }) => isAskedFor?.(client)) ||
    resolveQuestions.some(({ isAsked }) => bugs.some(isAsked));
}
