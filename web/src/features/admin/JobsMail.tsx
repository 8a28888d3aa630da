import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { listJobs } from '#contract/admin/jobs.ts';
import {
  deleteIncomingMail,
  type DroppedMail,
  droppedMailsListed,
  type FailedMail,
  failedMailsListed,
  getIncomingMail,
} from '#contract/conversation/mail-in.ts';
import type { Output } from '#contract/endpoint.ts';
import { getMail, sendTestMail } from '#contract/conversation/mail.ts';
import { formatNumber } from '#web/language/language.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey, endpointQuery, failureOf } from '#web/lib/api/query.ts';
import { formatSize } from '#web/lib/files/file.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { StackingCell, StackingTable, TableFrame } from '#web/ui/StackingTable.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Time } from '#web/ui/Time.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './admin.module.css';
import { incomingMailQuery, refresh } from './queries.ts';
import { mailTexts } from './server-texts.ts';

const mailQuery = endpointQuery(getMail, {});

/** Whether the server can send mail, and a button to send a test message. Renders nothing while unknown. */
export function TestMail() {
  const { data } = useQuery(mailQuery);
  const sending = useMutation({ mutationFn: () => call(sendTestMail) });
  if (!data) return <p className={styles.line}>{'\u00a0'}</p>;
  if (!data.isSetUp) return <p className={styles.line}>{mailTexts.notSetUp}</p>;
  const failure = sending.error ? reasonOf(sending.error) : sending.data?.error;
  return (
    <>
      <div>
        <Button
          size="small"
          variant="outlined"
          aria-disabled={sending.isPending}
          onClick={sending.isPending ? undefined : () => sending.mutate()}
        >
          {mailTexts.test}
        </Button>
      </div>
      {failure && <Notice title={mailTexts.failed} text={<span lang="en">{failure}</span>} />}
      {sending.data?.error === null && <Notice severity="success" title={mailTexts.sent} />}
    </>
  );
}

/**
 * The messages that are pending, those that failed for good, and those that were dropped. Renders nothing while this is
 * unknown, or if the server accepts no mail.
 */
export function IncomingMail() {
  const incoming = useQuery({ ...incomingMailQuery, refetchInterval: refresh });
  const id = useId();
  const { data, refetch } = incoming;
  const error = failureOf(incoming);
  if (!error && (!data || (!data.isSetUp && !hasMail(data)))) return null;
  return (
    <section className={styles.mail} aria-labelledby={id}>
      <h2 id={id}>{mailTexts.incoming}</h2>
      {error && (
        <ErrorState title={mailTexts.incomingFailed} text={reasonOf(error)} onRetry={() => void refetch()} />
      )}
      {data && <Waiting {...data} />}
      {data && data.failed.length > 0 && <MailTable mails={data.failed.map(failedRow)} />}
      {data && data.dropped.length > 0 && <Dropped dropped={data.dropped} />}
    </section>
  );
}

function hasMail({ waiting, failed, dropped }: Output<typeof getIncomingMail>): boolean {
  return waiting > 0 || failed.length > 0 || dropped.length > 0;
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
      <p className={`${styles.line} ${styles.figures}`}>
        {hasAny ? counts : mailTexts.nothing}
        {isCut && `. ${mailTexts.latest(formatNumber(failed.length))}`}
      </p>
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

function Dropped({ dropped }: { dropped: readonly DroppedMail[] }) {
  const isCut = dropped.length === droppedMailsListed;
  return (
    <>
      <h3>{mailTexts.dropped}</h3>
      <p className={styles.line}>
        {mailTexts.droppedText}
        {isCut && ` ${mailTexts.latestDropped(formatNumber(dropped.length))}`}
      </p>
      <MailTable mails={dropped.map(droppedRow)} />
    </>
  );
}

interface MailRow extends Pick<FailedMail, '_id' | 'sender' | 'subject'> {
  readonly at: string;
  readonly reason: string | undefined;
  /** The language of the reason, if it is not that of the page. */
  readonly lang?: 'en';
}

function failedRow({ _id, sender, subject, receivedAt, reason }: FailedMail): MailRow {
  return { _id, sender, subject, at: receivedAt, reason: reason ?? undefined, lang: 'en' };
}

function droppedRow({ _id, sender, subject, droppedAt, reason }: DroppedMail): MailRow {
  return { _id, sender, subject, at: droppedAt, reason: mailTexts.dropReasons[reason] };
}

/** The messages, latest first, as the server sends them. */
function MailTable({ mails }: { mails: readonly MailRow[] }) {
  return (
    <TableFrame>
      <StackingTable>
        <thead>
          <tr>
            <th scope="col" className={styles.sender}>
              {mailTexts.sender}
            </th>
            <th scope="col">{mailTexts.subject}</th>
            <th scope="col" className={styles.time}>
              {mailTexts.received}
            </th>
            <th scope="col">{mailTexts.reason}</th>
          </tr>
        </thead>
        <tbody className={styles.rows}>
          {mails.map(({ _id, sender, subject, at, reason, lang }) => (
            <tr key={_id}>
              <StackingCell label={mailTexts.sender} className={styles.sender} title={sender}>
                {sender === '' ? mailTexts.noSender : <bdi>{sender}</bdi>}
              </StackingCell>
              <StackingCell label={mailTexts.subject} title={subject}>
                {subject === '' ? undefined : <bdi>{subject}</bdi>}
              </StackingCell>
              <StackingCell label={mailTexts.received} className={styles.time}>
                <Time value={at} format="minute" />
              </StackingCell>
              <StackingCell label={mailTexts.reason} className={styles.reason} title={reason}>
                {reason === undefined ? undefined : <span lang={lang}>{reason}</span>}
              </StackingCell>
            </tr>
          ))}
        </tbody>
      </StackingTable>
    </TableFrame>
  );
}
