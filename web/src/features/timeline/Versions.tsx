import { useQuery } from '@tanstack/react-query';
import { listCommentVersions } from '#contract/comments.ts';
import { Ago } from '#web/lib/Ago.tsx';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingText } from '#web/ui/LoadingText.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { Difference } from './Difference.tsx';
import { Quiet } from './Quiet.tsx';
import { texts } from './texts.ts';

/** What each edit changed in a comment, newest first. */
export function Versions({ commentId, version: newest }: { commentId: string; version: number }) {
  const query = endpointQuery(listCommentVersions, { params: { id: commentId } });
  const { data, error, refetch } = useQuery({ ...query, queryKey: [...query.queryKey, newest] });
  if (error)
    return <ErrorState title={texts.versionsFailed} text={reasonOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingText />;
  return data.slice(0, -1).map(({ version, by, at, body }, index) => (
    <div key={version}>
      <Quiet>
        <Sentence text={texts.editedBy} parts={{ name: by.name, ago: <Ago value={at} /> }} />
      </Quiet>
      <Difference label={texts.comment} from={data[index + 1]?.body ?? ''} to={body} />
    </div>
  ));
}
