import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type Invitation,
  inviteAddresses,
  listInvitations,
  mostInvited,
  withdrawInvitation,
} from '#contract/admin/admin.ts';
import type { Output } from '#contract/endpoint.ts';
import { adminPermissions } from '#contract/permissions.ts';
import { counted } from '#web/language/language.ts';
import { AdminPage, Count, ForbiddenPage, Permitted, useRefused } from '#web/lib/admin/admin-page.tsx';
import { type Column, ManagedTable } from '#web/lib/admin/tables.tsx';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { onceOnly } from '#web/lib/api/once-only.ts';
import { endpointKey, failureOf } from '#web/lib/api/query.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { problemOf } from '#web/lib/form/problem.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { CopyText } from '#web/ui/CopyText.tsx';
import { FormActions } from '#web/ui/inputs/FormLayout.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { TableSkeleton } from '#web/ui/states/TableSkeleton.tsx';
import { Time } from '#web/ui/Time.tsx';
import { addressesIn } from './addresses.ts';
import styles from './admin.module.css';
import { invitationTexts as words } from './invitation-texts.ts';
import { LinkDialog, useInvite } from './LinkDialog.tsx';
import { invitationsQuery } from './queries.ts';
import { texts } from './texts.ts';

export function InvitationsPage(): React.JSX.Element {
  return (
    <Permitted to={adminPermissions.invite}>
      <Invitations />
    </Permitted>
  );
}

function Invitations() {
  const list = useQuery(invitationsQuery);
  const { data, refetch } = list;
  const error = failureOf(list);
  if (useRefused(error)) return <ForbiddenPage />;
  return (
    <AdminPage title={words.title} actions={<MakeLink />}>
      {data?.hasPublicUrl === false && (
        <Notice severity="info" title={words.noPublicUrl} text={words.noPublicUrlText(data.publicUrl)} />
      )}
      <InviteForm isMailed={data?.isMailed} />
      <Count text={data && !error ? counted(data.invitations.length, words.pendingCount) : undefined} />
      {error ? (
        <ErrorState title={words.failed} text={reasonOf(error)} onRetry={() => void refetch()} />
      ) : (
        data === undefined && <TableSkeleton />
      )}
      {data && data.invitations.length > 0 && <Pending invitations={data.invitations} />}
      {data?.invitations.length === 0 && !error && <EmptyState text={words.nothing} />}
    </AdminPage>
  );
}

/** Creates a link with which one person can register, and shows it. */
function MakeLink() {
  const [open, setOpen] = useState(false);
  const invited = useInvited();
  const { data, error, mutate, variables } = useInvite();
  function invite() {
    setOpen(true);
    mutate(onceOnly(), { onSuccess: invited });
  }
  return (
    <>
      <Button variant="outlined" onClick={invite}>
        {words.makeLink}
      </Button>
      <LinkDialog
        open={open}
        words={{ title: texts.invitation, text: texts.invitationText, failed: texts.inviteFailed }}
        link={data}
        error={error}
        onRetry={() => variables && mutate(variables, { onSuccess: invited })}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

/** Fetches the list again. */
function useInvited() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: endpointKey(listInvitations) });
}

function InviteForm({ isMailed }: { isMailed: boolean | undefined }) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const invited = useInvited();
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: (emails: string[]) => call(inviteAddresses, { body: { emails } }),
    onSuccess: () => setText(''),
    onSettled: invited,
    // The links are not shown a second time.
    gcTime: 0,
  });
  async function submit() {
    if (isPending) return;
    const { addresses, others } = addressesIn(text);
    const message = mistakeIn(addresses, others);
    setWrong(message);
    if (message === undefined) mutate(addresses);
    else input.current?.focus();
  }
  const problem = error ? problemOf(words.sendFailed, error) : undefined;
  return (
    <>
      <Form form={{ problem, submit }}>
        <TextInput
          label={words.addresses}
          helperText={words.addressesHelp(mostInvited)}
          minRows={3}
          autoComplete="off"
          value={text}
          error={wrong}
          inputRef={input}
          onChange={({ target }) => {
            setText(target.value);
            setWrong(undefined);
            if (error) reset();
          }}
        />
        <p className={styles.line}>
          {isMailed === undefined ? '\u00a0' : isMailed ? words.mailed : words.notMailed}
        </p>
        <FormActions>
          <SubmitButton busy={isPending} busyLabel={words.sending}>
            {words.send}
          </SubmitButton>
        </FormActions>
      </Form>
      {data && <Outcome {...data} />}
    </>
  );
}

function mistakeIn(addresses: readonly string[], others: readonly string[]): string | undefined {
  if (others.length > 0) return words.wrong(others.slice(0, 5).join(', '));
  if (addresses.length === 0) return words.required;
  return addresses.length > mostInvited ? words.tooMany(mostInvited, addresses.length) : undefined;
}

/** Who was invited and who was not, with the links to hand over. */
function Outcome({ invited, skipped }: Output<typeof inviteAddresses>) {
  const links = invited.filter(({ url }) => url !== null);
  return (
    <>
      <Notice
        severity={invited.length > 0 ? 'success' : 'info'}
        title={invited.length > 0 ? counted(invited.length, words.sent) : words.none}
        text={
          <>
            {skipped.map(({ email, reason }) => (
              <p key={`${email} ${reason}`} className={styles.anywhere}>
                {words.skipped[reason](email)}
              </p>
            ))}
            {links.length > 0 && <p>{words.showOnce}</p>}
          </>
        }
      />
      {links.map(({ email, url }) => (
        <CopyText key={email} label={words.linkFor(email)} text={url ?? ''} />
      ))}
    </>
  );
}

const nameOf = ({ email }: Invitation) => email ?? words.handedOver;
const inviterOf = ({ invitedBy }: Invitation) => invitedBy?.name ?? words.commandLine;

const columns: readonly Column<Invitation>[] = [
  { label: words.email, cell: nameOf, title: nameOf },
  { label: words.invitedBy, width: 40, cell: inviterOf, title: inviterOf },
  {
    label: words.invited,
    width: 44,
    cell: ({ createdAt }) => <Time value={createdAt} format="minute" />,
  },
  {
    label: words.expires,
    width: 44,
    cell: ({ expiresAt }) => <Time value={expiresAt} format="minute" />,
  },
];

function Pending({ invitations }: { invitations: readonly Invitation[] }) {
  const [chosen, setChosen] = useState<Invitation>();
  const [open, setOpen] = useState(false);
  const invited = useInvited();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: ({ _id: id }: Invitation) => call(withdrawInvitation, { params: { id } }),
    onSuccess: () => setOpen(false),
    onSettled: invited,
  });
  return (
    <>
      <ManagedTable
        items={invitations}
        columns={columns}
        actions={(invitation) => [
          {
            label: words.withdraw,
            act: () => {
              reset();
              setChosen(invitation);
              setOpen(true);
            },
          },
        ]}
      />
      {chosen && (
        <ConfirmDialog
          open={open}
          title={words.withdrawTitle}
          text={words.withdrawText}
          about={nameOf(chosen)}
          confirmLabel={words.withdraw}
          busy={isPending}
          problem={error ? problemOf(words.withdrawFailed, error) : undefined}
          onConfirm={() => mutate(chosen)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
