import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminPermissions } from '#contract/permissions.ts';
import type { Output } from '#contract/endpoint.ts';
import type { listJobs } from '#contract/admin/jobs.ts';
import { formatNumber } from '#web/language/language.ts';
import { Ago } from '#web/lib/time/Ago.tsx';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/failure-of.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { TableSkeleton } from '#web/ui/states/TableSkeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Count } from '#web/features/admin/Count.tsx';
import { ForbiddenPage, Permitted, useRefused } from '#web/lib/admin/Permitted.tsx';
import { jobsQuery, refresh } from '#web/features/admin/queries.ts';
import { SectionLinks } from '#web/lib/admin/SectionLinks.tsx';
import { IncomingMail } from './IncomingMail.tsx';
import { JobsTable } from './JobsTable.tsx';
import { TestMail } from './TestMail.tsx';
import { jobsTexts } from './texts.ts';
import { useJobAction } from './use-job-action.ts';

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
    <Page title={jobsTexts.title} tabTitle={jobsTexts.title}>
      <SectionLinks />
      <Count text={data && countsText(data)} />
      <TestMail />
      {error && <ErrorState title={jobsTexts.failed} text={reasonOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton />}
      {data && <ListedJobs {...data} />}
      <IncomingMail />
    </Page>
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
