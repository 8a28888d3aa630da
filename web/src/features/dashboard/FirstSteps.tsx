import { adminPermissions, can } from '#contract/permissions.ts';
import { styled } from '@mui/material/styles';
import type { Setup } from '#contract/accounts/users.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { CopyText } from '#web/ui/CopyText.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { Section } from './Section.tsx';
import { shellWord } from './shell-word.ts';
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
    <Section title={texts.firstSteps}>
      <Steps>
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
              <ButtonLink to="/admin/users" variant="outlined">
                {texts.goToUsers}
              </ButtonLink>
            )}
          </Step>
        )}
        {setup?.missing.includes('admin') && (
          <Step title={texts.makeAdmin} text={texts.makeAdminText}>
            <CopyText label={texts.command} text={grantCommand(user.email)} />
          </Step>
        )}
      </Steps>
    </Section>
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

const Steps = styled('ol')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(5),
  maxWidth: '72ch',
  margin: 0,
  paddingInlineStart: theme.spacing(5),
  '& li::marker': { color: theme.vars.palette.text.secondary },
  '& h3': { ...theme.typography.body1, margin: 0, fontWeight: theme.typography.fontWeightMedium },
  '& p': { margin: theme.spacing(0, 0, 3), color: theme.vars.palette.text.secondary },
}));
