import { useQuery, useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '#web/lib/api/api-error.ts';
import {
  type BugAction,
  type BugActionProps,
  type BugBesideProps,
  useBugFields,
  useExtensions,
} from '#web/lib/extensions.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { inLanguage } from '#web/language/language.ts';
import { openable, useOpening } from '#web/lib/keyboard/openable.tsx';
import type { Bug } from '#web/lib/api/specified.ts';

const texts = inLanguage({
  en: {
    bugFailed: 'Failed to show the bug',
  },
  de: {
    bugFailed: 'Der Bug konnte nicht angezeigt werden',
  },
});

/** A bug in a panel beside the content of a feature. Its code loads when the first one is shown. */
export function BugBeside(props: BugBesideProps): React.JSX.Element {
  const { bugBeside } = useExtensions();
  const { data, error, refetch } = useQuery({
    queryKey: ['code of the bug beside other content'],
    queryFn: async () => ({ Content: await bugBeside?.() }),
    staleTime: Infinity,
  });
  if (data?.Content) return <data.Content key={props.bugId} {...props} />;
  if (!error) return <LoadingText />;
  return <ErrorState title={texts.bugFailed} text={reasonOf(error)} onRetry={() => void refetch()} />;
}

interface Props extends BugActionProps {
  action: BugAction;
}

/** The dialog of the action chosen for a bug. If its code does not load, the action can be chosen again. */
export function OpenBugAction({ action: { name, load }, ...props }: Props) {
  const { data, error } = useQuery({
    queryKey: ['code of the action', name],
    queryFn: async () => ({ Content: await load() }),
    staleTime: Infinity,
  });
  useOpening({ isOpening: !data, error, onClose: props.onClose });
  return data ? <data.Content {...props} /> : null;
}

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
