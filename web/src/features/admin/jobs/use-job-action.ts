import { useMutation, useQueryClient } from '@tanstack/react-query';
import { discardJob, listJobs, releaseJobs, retryJob } from '#contract/admin/jobs.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { jobsTexts } from './texts.ts';

type JobAction = { type: 'release' } | { type: 'retry' | 'discard'; id: string };

const wordings = {
  release: { done: jobsTexts.released, failed: jobsTexts.releaseFailed },
  retry: { done: jobsTexts.retried, failed: jobsTexts.retryFailed },
  discard: { done: jobsTexts.discarded, failed: jobsTexts.discardFailed },
};

/** Performs the chosen action, and refetches the jobs after success and failure. */
export function useJobAction() {
  const client = useQueryClient();
  const { mutate, variables, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: perform,
    onSettled: () => client.invalidateQueries({ queryKey: endpointKey(listJobs) }),
  });
  const words = variables && wordings[variables.type];
  return {
    perform: mutate,
    reset,
    busy: isPending,
    action: variables,
    error,
    failed: words?.failed ?? '',
    announcement: isSuccess ? words?.done : undefined,
  };
}

async function perform(action: JobAction): Promise<void> {
  if (action.type === 'release') await call(releaseJobs, {});
  else await call(action.type === 'retry' ? retryJob : discardJob, { params: { id: action.id } });
}
