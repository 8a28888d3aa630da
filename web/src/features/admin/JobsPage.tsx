import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { discardJob, type Job, listJobs, releaseJobs, retryJob } from '#contract/admin/jobs.ts';
import type { Output } from '#contract/endpoint.ts';
import { adminPermissions } from '#contract/permissions.ts';
import { formatNumber } from '#web/language/language.ts';
import { AdminPage, Count, ForbiddenPage, Permitted, useRefused } from '#web/lib/admin/admin-page.tsx';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey, failureOf } from '#web/lib/api/query.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { Ago } from '#web/lib/time.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { StackingCell, StackingTable, TableFrame } from '#web/ui/StackingTable.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { TableSkeleton } from '#web/ui/states/TableSkeleton.tsx';
import { Time } from '#web/ui/Time.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './admin.module.css';
import { IncomingMail, TestMail } from './JobsMail.tsx';
import { jobsQuery, refresh } from './queries.ts';
import { jobsTexts } from './server-texts.ts';

export function JobsPage(): React.JSX.Element {
  return (
    <Permitted to={adminPermissions.manageJobs}>
      <Jobs />
    </Permitted>
  );
}

type JobList = Output<typeof listJobs>;

function Jobs() {
  const list = useQuery({ ...jobsQuery, refetchInterval: refresh });
  const { data, refetch } = list;
  const error = failureOf(list);
  if (useRefused(error)) return <ForbiddenPage />;
  return (
    <AdminPage title={jobsTexts.title}>
      <Count text={data && countsText(data)} />
      <TestMail />
      {error && <ErrorState title={jobsTexts.failed} text={reasonOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton />}
      {data && <ListedJobs {...data} />}
      <IncomingMail />
    </AdminPage>
  );
}

function ListedJobs({ jobs, heldSince }: JobList) {
  const [discarding, setDiscarding] = useState<string>();
  const { perform, reset, busy, action, error, failed, announcement } = useJobAction();
  const problem = error ? problemOf(failed, error) : undefined;
  const isDiscard = action?.type === 'discard';
  return (
    <>
      {heldSince !== null && (
        <Held
          since={heldSince}
          busy={busy && action?.type === 'release'}
          onRelease={() => perform({ type: 'release' })}
        />
      )}
      {problem && !isDiscard && <Notice {...problem} />}
      {jobs.length > 0 ? (
        <JobsTable
          jobs={jobs}
          onRetry={(id) => perform({ type: 'retry', id })}
          onDiscard={(id) => {
            reset();
            setDiscarding(id);
          }}
        />
      ) : (
        <EmptyState text={jobsTexts.nothing} />
      )}
      <ConfirmDialog
        open={discarding !== undefined}
        title={jobsTexts.discardTitle}
        text={jobsTexts.discardText}
        confirmLabel={jobsTexts.discard}
        busy={busy}
        problem={isDiscard ? problem : undefined}
        onConfirm={() => {
          if (discarding !== undefined)
            perform({ type: 'discard', id: discarding }, { onSuccess: () => setDiscarding(undefined) });
        }}
        onClose={() => setDiscarding(undefined)}
      />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}

function countsText({ counts, jobs }: JobList): string {
  const { waiting, running, dead, done } = counts;
  const [first = '', ...rest] = [waiting, running, dead, done].map(formatNumber);
  const text = jobsTexts.counts(first, rest[0] ?? '', rest[1] ?? '', rest[2] ?? '');
  const isCut = jobs.length < waiting + running + dead + done;
  return isCut ? `${text}. ${jobsTexts.first(formatNumber(jobs.length))}` : text;
}

function Held({ since, busy, onRelease }: { since: string; busy: boolean; onRelease: () => void }) {
  return (
    <Notice
      severity="info"
      title={jobsTexts.held}
      text={<Sentence text={jobsTexts.heldText} parts={{ time: <Ago value={since} /> }} />}
      actions={
        <Button variant="outlined" size="small" disabled={busy} onClick={onRelease}>
          {jobsTexts.release}
        </Button>
      }
    />
  );
}

interface Actions {
  onRetry: (id: string) => void;
  onDiscard: (id: string) => void;
}

/** Dead jobs come first, as the server sends them. */
function JobsTable({ jobs, ...actions }: { jobs: readonly Job[] } & Actions) {
  return (
    <TableFrame>
      <StackingTable>
        <thead>
          <tr>
            <th scope="col">{jobsTexts.job}</th>
            <th scope="col" className={styles.state}>
              {jobsTexts.state}
            </th>
            <th scope="col" className={styles.time}>
              {jobsTexts.due}
            </th>
            <th scope="col" className={styles.time}>
              {jobsTexts.ended}
            </th>
            <th scope="col" className={styles.attempts}>
              {jobsTexts.attempts}
            </th>
            <th scope="col">{jobsTexts.error}</th>
            <th scope="col" className={styles.buttons}>
              {jobsTexts.actions}
            </th>
          </tr>
        </thead>
        <tbody className={styles.rows}>
          {jobs.map((job) => (
            <JobRow key={job._id} job={job} {...actions} />
          ))}
        </tbody>
      </StackingTable>
    </TableFrame>
  );
}

function JobRow({ job, onRetry, onDiscard }: { job: Job } & Actions) {
  const { _id: id, state, dueAt, finishedAt, error } = job;
  const name = nameOf(job);
  const nameId = `job-${id}`;
  return (
    <tr>
      <StackingCell label={jobsTexts.job} title={name}>
        <span id={nameId}>{name}</span>
      </StackingCell>
      <StackingCell label={jobsTexts.state} className={styles.state}>
        {jobsTexts.states[state]}
      </StackingCell>
      <StackingCell label={jobsTexts.due} className={styles.time}>
        {state === 'waiting' && dueAt !== null ? <Time value={dueAt} format="minute" /> : undefined}
      </StackingCell>
      <StackingCell label={jobsTexts.ended} className={styles.time}>
        {finishedAt === null ? undefined : <Time value={finishedAt} format="minute" />}
      </StackingCell>
      <StackingCell label={jobsTexts.attempts} className={styles.attempts}>
        {formatNumber(job.attempts)}
      </StackingCell>
      <StackingCell label={jobsTexts.error} title={error ?? undefined}>
        {error === null ? undefined : <span lang="en">{error}</span>}
      </StackingCell>
      <StackingCell label={jobsTexts.actions} className={styles.buttons}>
        {state === 'dead' ? (
          <ButtonRow>
            <Button size="small" aria-describedby={nameId} onClick={() => onRetry(id)}>
              {jobsTexts.retry}
            </Button>
            <Button size="small" color="error" aria-describedby={nameId} onClick={() => onDiscard(id)}>
              {jobsTexts.discard}
            </Button>
          </ButtonRow>
        ) : undefined}
      </StackingCell>
    </tr>
  );
}

const kinds: Readonly<Partial<Record<string, string>>> = jobsTexts.kinds;

/** The name of a job: its kind, and its target if that adds information. */
function nameOf({ kind, target }: Job): string {
  const name = kinds[kind] ?? kind;
  return target === null || target === kind ? name : `${name}: ${target}`;
}

type JobAction = { type: 'release' } | { type: 'retry' | 'discard'; id: string };

const wordings = {
  release: { done: jobsTexts.released, failed: jobsTexts.releaseFailed },
  retry: { done: jobsTexts.retried, failed: jobsTexts.retryFailed },
  discard: { done: jobsTexts.discarded, failed: jobsTexts.discardFailed },
};

/** Performs the chosen action, and refetches the jobs after success and failure. */
function useJobAction() {
  const client = useQueryClient();
  const { mutate, variables, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: send,
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

async function send(action: JobAction): Promise<void> {
  if (action.type === 'release') await call(releaseJobs, {});
  else await call(action.type === 'retry' ? retryJob : discardJob, { params: { id: action.id } });
}
