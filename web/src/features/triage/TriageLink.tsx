import { useQuery } from '@tanstack/react-query';
import { bugWorkPermissions } from '#contract/bugs/bug-work.ts';
import { can } from '#contract/permissions.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { extensionTexts } from './extension-texts.ts';
import { bugSettingsQuery } from '#web/lib/bugs/use-bug-rights.ts';

/** Another user's unassigned bug. */
const anyBug = { createdBy: { _id: '' }, assignedTo: null };

/** The link to triage, for users who may triage every bug. */
export function TriageLink() {
  const user = useUser();
  const { data } = useQuery({ ...bugSettingsQuery, enabled: useAdditions() });
  if (!data || !can(user, bugWorkPermissions.work, { ...anyBug, workers: data.triage })) return null;
  return <ButtonLink to="/triage">{extensionTexts.triage}</ButtonLink>;
}
