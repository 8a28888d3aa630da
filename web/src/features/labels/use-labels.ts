import { useQuery } from '@tanstack/react-query';
import { type Label, labelPermissions } from '#contract/classification/labels.ts';
import { can } from '#contract/permissions.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { byName } from '#web/lib/names.ts';
import { labelsQuery, settingsQuery } from './queries.ts';

interface Labels {
  /** All labels by name, archived ones included. */
  readonly labels: readonly Label[];
  /** The labels that a bug can get. */
  readonly usable: readonly Label[];
  readonly mayCreate: boolean;
  /** Whether there are labels to choose from, or the user can create one. */
  readonly isOffered: boolean;
}

/** The labels, and what the user may do with them. There are none if the back end does not support them. */
export function useLabels(): Labels {
  const user = useUser();
  const hasAdditions = useAdditions();
  const { data = [] } = useQuery({ ...labelsQuery, enabled: hasAdditions });
  const { data: settings } = useQuery({ ...settingsQuery, enabled: hasAdditions });
  const labels = data.toSorted(byName);
  const mayCreate = settings !== undefined && can(user, labelPermissions.create, settings);
  return {
    labels,
    usable: labels.filter(({ archived }) => !archived),
    mayCreate,
    isOffered: labels.length > 0 || mayCreate,
  };
}
