import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useExtensions } from '#web/lib/extensions.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { texts } from './texts.ts';

interface Props {
  bugId: string;
  onClose: () => void;
  actions: ReactNode;
}

/** A bug in place of the list, as the feature of bugs shows it beside others. */
export function ShownBug({ bugId, ...rest }: Props) {
  const { bugBeside } = useExtensions();
  const { data, error, refetch } = useQuery({
    queryKey: ['code of the bug beside a new one'],
    queryFn: async () => ({ Content: await bugBeside?.() }),
    staleTime: Infinity,
  });
  if (data?.Content) return <data.Content key={bugId} bugId={bugId} {...rest} />;
  if (!error) return <LoadingText />;
  return <ErrorState title={texts.bugFailed} text={reasonOf(error)} onRetry={() => void refetch()} />;
}
