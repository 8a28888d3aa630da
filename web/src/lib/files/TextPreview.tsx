import { useQuery } from '@tanstack/react-query';
import { getFileContent } from '#contract/conversation/files.ts';
import { ApiError, reasonOf } from '#web/lib/api/api-error.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { CodeBlock } from '#web/ui/markdown/CodeBlock.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { fileTexts } from './texts.ts';
import { useFile } from './use-file.tsx';

/** The content of a text file. */
export function TextPreview({ id }: { id: string }) {
  const { url, error: failure, retry } = useFile(id);
  const { data, error, refetch } = useQuery({
    // The content of a file never changes.
    queryKey: endpointKey(getFileContent, id),
    queryFn: ({ signal }) => read(url ?? '', signal),
    enabled: url !== undefined,
    staleTime: Infinity,
  });
  const problem = error ?? failure;
  if (data !== undefined) return <CodeBlock code={data} language="" />;
  if (!problem) return <LoadingText />;
  return (
    <ErrorState
      title={fileTexts.failed}
      text={reasonOf(problem)}
      onRetry={() => {
        retry();
        void refetch();
      }}
    />
  );
}

/** @throws ApiError */
async function read(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, credentials: 'omit' }).catch((cause: unknown) => {
    throw new ApiError(0, undefined, { cause });
  });
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => undefined));
  return response.text();
}
