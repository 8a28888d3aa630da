import { useQuery } from '@tanstack/react-query';
import { bugWorkPermissions, getBugSettings, isWorkField } from '#contract/bugs/bug-work.ts';
import { bugPermissions } from '#contract/bugs/bugs.ts';
import { can } from '#contract/permissions.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { inLanguage } from '#web/language/language.ts';
import type { FieldName } from './bug-field.ts';

const texts = inLanguage({
  en: {
    onlyEditors: (creator: string) => `Only ${creator}, who filed this bug, and admins can do this.`,
    onlyWorkers: (creator: string) =>
      `Only ${creator}, who filed this bug, its assignee and admins can do this.`,
  },
  de: {
    onlyEditors: (creator: string) => `Das können nur ${creator} als Ersteller des Bugs und Admins.`,
    onlyWorkers: (creator: string) =>
      `Das können nur ${creator} als Ersteller des Bugs, die zugewiesene Person und Admins.`,
  },
});

/** The user's permissions on bugs. */
export interface BugRights {
  /** For everything that the form changes. */
  readonly mayEdit: (bug: Bug) => boolean;
  /**
   * Whether the user can work on a bug: change its status, priority, assignee and the like (`bug-work.ts` of the
   * contract).
   */
  readonly mayWork: (bug: Bug) => boolean;
  /** Whether the user can assign the bug to themselves, as every user can if it is unassigned. */
  readonly mayTake: (bug: Bug) => boolean;
  readonly mayDelete: (bug: Bug) => boolean;
  readonly mayChange: (bug: Bug, field: FieldName) => boolean;
  /** Why the user may not edit the bug, as a sentence; undefined if it is permitted. */
  readonly whyNotEdit: (bug: Bug) => string | undefined;
  readonly whyNotWork: (bug: Bug) => string | undefined;
}

/** Admins can change the setting, which a live change reports. */
export const bugSettingsQuery = { ...endpointQuery(getBugSettings, {}), staleTime: 600_000 };

/** The user's permissions on bugs, using the default setting until the server's is loaded. */
export function useBugRights(): BugRights {
  const user = useUser();
  const hasAdditions = useAdditions();
  const { data: settings } = useQuery({ ...bugSettingsQuery, enabled: hasAdditions });
  const workers = settings?.triage ?? 'assignee';
  const mayEdit = (bug: Bug) => can(user, bugPermissions.edit, bug);
  const mayWork = (bug: Bug) =>
    hasAdditions ? can(user, bugWorkPermissions.work, { ...bug, workers }) : mayEdit(bug);
  const mayTake = (bug: Bug) =>
    hasAdditions ? can(user, bugWorkPermissions.assign, { ...bug, workers, to: user._id }) : mayEdit(bug);
  const whyNotEdit = (bug: Bug) => (mayEdit(bug) ? undefined : texts.onlyEditors(bug.createdBy.name));
  return {
    mayEdit,
    mayWork,
    mayTake,
    whyNotEdit,
    whyNotWork(bug) {
      if (mayWork(bug)) return undefined;
      return hasAdditions ? texts.onlyWorkers(bug.createdBy.name) : whyNotEdit(bug);
    },
    mayDelete: (bug) => can(user, bugPermissions.delete, bug),
    mayChange: (bug, field) => mayEdit(bug) || (isWorkField(field) && mayWork(bug)),
  };
}
