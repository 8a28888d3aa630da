import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useExtensions } from '#web/lib/extensions.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { texts } from '#web/features/inbox/texts.ts';

interface Props {
  bugId: string;
  onClose: () => void;
}

/** The opened bug beside the list, as the feature of bugs shows it. */
export function Beside({ bugId, onClose }: Props) {
  const { bugBeside } = useExtensions();
  const { data, error, refetch } = useQuery({
    queryKey: ['code of the bug beside a list'],
    queryFn: async () => ({ Content: await bugBeside?.() }),
    staleTime: Infinity,
  });
  if (data?.Content) return <data.Content bugId={bugId} onClose={onClose} />;
  if (!error) return <LoadingText />;
  return <ErrorState title={texts.bugFailed} text={reasonOf(error)} onRetry={() => void refetch()} />;
}
