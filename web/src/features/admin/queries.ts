import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { listSuspendedUsers } from '#contract/accounts/suspended-users.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import { listInvitations, listManagedUsers, getBackups, getTimes } from '#contract/admin/admin.ts';
import { type AuditAction, auditActions, auditPage, listAudit } from '#contract/admin/audit.ts';
import { getSettings } from '#contract/admin/settings.ts';
import { listJobs } from '#contract/admin/jobs.ts';
import { getIncomingMail } from '#contract/conversation/mail-in.ts';
import { nextCursor } from '#web/lib/api/address.ts';
import { call, exchange } from '#web/lib/api/call.ts';
import { endpointKey, endpointQuery } from '#web/lib/api/query.ts';
import { listUsers } from '#web/lib/api/specified-users.ts';

export interface AuditFilter {
  action?: AuditAction | undefined;
  user?: string | undefined;
}

/** The filter in an address. An unknown action is left out. */
export function auditFilter({
  action,
  user,
}: {
  action?: string | undefined;
  user?: string | undefined;
}): AuditFilter {
  return { action: auditActions.find((known) => known === action), user };
}

export const managedUsersQuery = (q?: string) => endpointQuery(listManagedUsers, { query: { q } });

/** The pending invitations. */
export const invitationsQuery = endpointQuery(listInvitations, {});

export const backupsQuery = endpointQuery(getBackups, {});

/** The polling interval for data that changes by itself, in milliseconds. Hidden pages do not poll. */
export const refresh = 3_000;

/** Background jobs. */
export const jobsQuery = endpointQuery(listJobs, {});

/** Messages that are pending, or failed for good. */
export const incomingMailQuery = endpointQuery(getIncomingMail, {});

/** The settings that admins can change while the server runs. */
export const settingsQuery = endpointQuery(getSettings, {});

/** Recent durations of calls. */
export const timesQuery = endpointQuery(getTimes, {});

/** All users' names for the filter, from all pages. */
export const namesQuery = queryOptions({
  queryKey: endpointKey(listUsers, 'all'),
  queryFn: async ({ signal }) => {
    const users: UserRef[] = [];
    let cursor: string | undefined;
    do {
      const { body, headers } = await exchange(listUsers, { query: { cursor }, signal });
      users.push(...body);
      cursor = nextCursor(headers.get('link'));
    } while (cursor !== undefined);
    return [...users, ...(await call(listSuspendedUsers, { signal }))];
  },
});

/** The pages of the trail: later pages never change, only the first one gets new entries. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: endpointKey(listAudit, filter),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => call(listAudit, { query: { ...filter, before: pageParam }, signal }),
    getNextPageParam: (page) => (page.length === auditPage ? page.at(-1)?._id : undefined),
    refetchOnWindowFocus: false,
  });
