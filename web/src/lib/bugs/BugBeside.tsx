import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { type BugBesideProps, useExtensions } from '#web/lib/extensions.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { texts } from './texts.ts';

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
