import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { Job } from '#contract/admin/jobs.ts';
import { formatNumber } from '#web/language/language.ts';
import { ButtonRow } from '#web/ui/inputs/ButtonRow.tsx';
import { StackingCell, StackingTable, TableFrame } from '#web/ui/StackingTable.tsx';
import { Time } from '#web/ui/Time.tsx';
import { jobsTexts } from './texts.ts';

interface Actions {
  onRetry: (id: string) => void;
  onDiscard: (id: string) => void;
}

/** Dead jobs come first, as the server sends them. */
export function JobsTable({ jobs, ...actions }: { jobs: readonly Job[] } & Actions) {
  return (
    <TableFrame>
      <JobsTableRoot>
        <TableHead>
          <TableRow>
            <TableCell className="job">{jobsTexts.job}</TableCell>
            <TableCell className="state">{jobsTexts.state}</TableCell>
            <TableCell className="time">{jobsTexts.due}</TableCell>
            <TableCell className="time">{jobsTexts.ended}</TableCell>
            <TableCell className="attempts">{jobsTexts.attempts}</TableCell>
            <TableCell>{jobsTexts.error}</TableCell>
            <TableCell className="buttons">{jobsTexts.actions}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {jobs.map((job) => (
            <JobRow key={job._id} job={job} {...actions} />
          ))}
        </TableBody>
      </JobsTableRoot>
    </TableFrame>
  );
}

function JobRow({ job, onRetry, onDiscard }: { job: Job } & Actions) {
  const { _id: id, state, dueAt, finishedAt, error } = job;
  const name = nameOf(job);
  const nameId = `job-${id}`;
  return (
    <TableRow hover>
      <StackingCell label={jobsTexts.job} className="job" title={name}>
        <span id={nameId}>{name}</span>
      </StackingCell>
      <StackingCell label={jobsTexts.state} className="state">
        {jobsTexts.states[state]}
      </StackingCell>
      <StackingCell label={jobsTexts.due} className="time">
        {state === 'waiting' && dueAt !== null ? <Time value={dueAt} format="date-time" /> : undefined}
      </StackingCell>
      <StackingCell label={jobsTexts.ended} className="time">
        {finishedAt === null ? undefined : <Time value={finishedAt} format="date-time" />}
      </StackingCell>
      <StackingCell label={jobsTexts.attempts} className="attempts">
        {formatNumber(job.attempts)}
      </StackingCell>
      <StackingCell label={jobsTexts.error} title={error ?? undefined}>
        {error === null ? undefined : <span lang="en">{error}</span>}
      </StackingCell>
      <StackingCell label={jobsTexts.actions} className="buttons">
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
    </TableRow>
  );
}

const kinds: Readonly<Partial<Record<string, string>>> = jobsTexts.kinds;

/** Its kind, and its target if that adds information. */
function nameOf({ kind, target }: Job): string {
  const name = kinds[kind] ?? kind;
  return target === null || target === kind ? name : `${name}: ${target}`;
}

const JobsTableRoot = styled(StackingTable)(({ theme }) => ({
  [theme.breakpoints.up('md')]: {
    '& .job': { width: theme.spacing(44) },
    '& .state': { width: theme.spacing(25) },
    '& .time': { width: theme.spacing(42) },
    '& .attempts': { width: theme.spacing(22), textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
    '& .buttons': { width: theme.spacing(54) },
  },
}));
