import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { listJobs } from '#contract/admin/jobs.ts';
import {
  type FailedMail,
  deleteIncomingMail,
  failedMailsListed,
  getIncomingMail,
} from '#contract/conversation/mail-in.ts';
import { formatNumber } from '#web/language/language.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { failureOf } from '#web/lib/api/failure-of.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { formatSize } from '#web/lib/files/size.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { StackingCell, StackingTable, TableFrame } from '#web/ui/StackingTable.tsx';
import { Time } from '#web/ui/Time.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { incomingMailQuery, refresh } from '#web/features/admin/queries.ts';
import { mailTexts } from './mail-texts.ts';

/**
 * The messages that are pending, and those that failed for good. Renders nothing while unknown, or if the server
 * accepts no mail.
 */
export function IncomingMail() {
  const incoming = useQuery({ ...incomingMailQuery, refetchInterval: refresh });
  const id = useId();
  const { data, refetch } = incoming;
  const error = failureOf(incoming);
  if (!error && (!data || (!data.isSetUp && data.waiting === 0 && data.failed.length === 0))) return null;
  return (
    <Section aria-labelledby={id}>
      <Typography variant="h2" id={id}>
        {mailTexts.incoming}
      </Typography>
      {error && (
        <ErrorState title={mailTexts.incomingFailed} text={reasonOf(error)} onRetry={() => void refetch()} />
      )}
      {data && <Waiting {...data} />}
      {data && data.failed.length > 0 && <FailedTable failed={data.failed} />}
    </Section>
  );
}

function Waiting({
  waiting,
  waitingBytes,
  failed,
}: {
  waiting: number;
  waitingBytes: number;
  failed: FailedMail[];
}) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: () => call(deleteIncomingMail),
    onSuccess: () => setAsking(false),
    onSettled: () =>
      Promise.all(
        [getIncomingMail, listJobs].map((endpoint) =>
          client.invalidateQueries({ queryKey: endpointKey(endpoint) }),
        ),
      ),
  });
  const hasAny = waiting > 0 || failed.length > 0;
  const counts = mailTexts.waiting(formatNumber(waiting), formatSize(waitingBytes));
  const isCut = failed.length === failedMailsListed;
  return (
    <>
      <Line>
        {hasAny ? counts : mailTexts.nothing}
        {isCut && `. ${mailTexts.latest(formatNumber(failed.length))}`}
      </Line>
      {hasAny && (
        <div>
          <Button
            size="small"
            variant="outlined"
            onClick={() => {
              reset();
              setAsking(true);
            }}
          >
            {mailTexts.delete}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        title={mailTexts.deleteTitle}
        text={mailTexts.deleteText}
        confirmLabel={mailTexts.delete}
        busy={isPending}
        problem={error ? problemOf(mailTexts.deleteFailed, error) : undefined}
        onConfirm={() => mutate()}
        onClose={() => setAsking(false)}
      />
      <VisuallyHidden role="status">{isSuccess ? mailTexts.deleted : undefined}</VisuallyHidden>
    </>
  );
}

/** Latest first, as the server sends them. */
function FailedTable({ failed }: { failed: readonly FailedMail[] }) {
  return (
    <TableFrame>
      <MailTable>
        <TableHead>
          <TableRow>
            <TableCell className="sender">{mailTexts.sender}</TableCell>
            <TableCell>{mailTexts.subject}</TableCell>
            <TableCell className="time">{mailTexts.received}</TableCell>
            <TableCell>{mailTexts.reason}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {failed.map(({ _id, sender, subject, receivedAt, reason }) => (
            <TableRow hover key={_id}>
              <StackingCell label={mailTexts.sender} className="sender" title={sender}>
                {sender === '' ? mailTexts.noSender : <bdi>{sender}</bdi>}
              </StackingCell>
              <StackingCell label={mailTexts.subject} title={subject}>
                {subject === '' ? undefined : <bdi>{subject}</bdi>}
              </StackingCell>
              <StackingCell label={mailTexts.received} className="time">
                <Time value={receivedAt} format="date-time" />
              </StackingCell>
              <StackingCell label={mailTexts.reason} title={reason ?? undefined}>
                {reason === null ? undefined : <span lang="en">{reason}</span>}
              </StackingCell>
            </TableRow>
          ))}
        </TableBody>
      </MailTable>
    </TableFrame>
  );
}

const Section = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(3),
  marginTop: theme.spacing(4),
}));

const Line = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  margin: 0,
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));

const MailTable = styled(StackingTable)(({ theme }) => ({
  [theme.breakpoints.up('md')]: {
    '& .sender': { width: theme.spacing(60) },
    '& .time': { width: theme.spacing(42) },
  },
}));
