import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Setup } from '#contract/accounts/setup.ts';
import { getSettings, updateSettings } from '#contract/admin/settings.ts';
import { getBugSettings } from '#contract/bugs/bug-work.ts';
import { adminPermissions, can } from '#contract/permissions.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey, endpointQuery } from '#web/lib/api/query.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyText } from '#web/ui/CopyText.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import styles from './dashboard.module.css';
import { texts } from './texts.ts';

interface Props {
  hasBugs: boolean;
  /** Undefined while unknown. */
  setup: Setup | undefined;
}

/** The remaining steps until the tracker has bugs, an admin and a second user. */
export function FirstSteps({ hasBugs, setup }: Props) {
  const user = useUser();
  const mayInvite = can(user, adminPermissions.invite);
  return (
    <ol className={styles.steps}>
      {!hasBugs && (
        <Step title={texts.firstBug} text={texts.firstBugText}>
          <ButtonLink to="/bugs/create" variant="contained">
            {texts.fileFirstBug}
          </ButtonLink>
        </Step>
      )}
      {setup?.missing.includes('second-user') && (
        <Step title={texts.invite} text={mayInvite ? texts.inviteAsAdmin : texts.inviteAsUser}>
          {mayInvite && (
            <ButtonLink to="/admin/invitations" variant="outlined">
              {texts.goToInvitations}
            </ButtonLink>
          )}
        </Step>
      )}
      <LetEveryoneTriage />
      {setup?.missing.includes('admin') && (
        <Step title={texts.makeAdmin} text={texts.makeAdminText}>
          <CopyText label={texts.command} text={grantCommand(user.email)} />
        </Step>
      )}
    </ol>
  );
}

/** For admins, who may choose who triages: lets everyone triage. Absent if everyone does or the environment decides. */
function LetEveryoneTriage() {
  const client = useQueryClient();
  const isOffered = can(useUser(), adminPermissions.manageSettings);
  const { data } = useQuery({ ...endpointQuery(getSettings, {}), enabled: isOffered });
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(updateSettings, { body: { triage: 'everyone' } }),
    onSuccess(saved) {
      client.setQueryData(endpointQuery(getSettings, {}).queryKey, saved);
      void client.invalidateQueries({ queryKey: endpointKey(getBugSettings) });
    },
  });
  const isNeeded = data?.triage.fixedBy === null && data.triage.value === 'assignee';
  if (!isOffered || (!isNeeded && !isSuccess)) return null;
  return (
    <Step title={texts.triage} text={texts.triageText}>
      {error && <Notice {...problemOf(texts.triageFailed, error)} />}
      {!isNeeded ? (
        <p role="status">{texts.triageDone}</p>
      ) : (
        <Button variant="outlined" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
          {texts.letEveryoneTriage}
        </Button>
      )}
    </Step>
  );
}

/** The command without DATABASE_URL, which is never sent to browsers: it may contain a password. */
function grantCommand(email: string): string {
  return `npm run katydid -- admin grant ${shellWord(email)}`;
}

function Step({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <li>
      <h3>{title}</h3>
      <p>{text}</p>
      {children}
    </li>
  );
}

/** Quotes a text as a single shell word, if a shell might interpret it. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
