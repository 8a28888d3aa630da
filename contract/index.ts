import { adminPermissions } from './admin-permissions.ts';
import * as admin from './admin.ts';
import * as audit from './audit.ts';
import * as backups from './backups.ts';
import * as bugs from './bugs.ts';
import * as emailChanges from './email-changes.ts';
import type { Endpoint } from './endpoint.ts';
import * as history from './history.ts';
import * as jobs from './jobs.ts';
import * as live from './live.ts';
import * as metrics from './metrics.ts';
import type { AnyPermission } from './permissions.ts';
import * as sessions from './sessions.ts';
import * as stats from './stats.ts';
import * as users from './users.ts';

/** Every endpoint, for the API page and for the test that each one is served. The application imports the modules themselves. */
export const endpoints: readonly Endpoint[] = [
  users.register,
  users.login,
  users.logout,
  users.getProfile,
  users.updateProfile,
  emailChanges.listEmailChanges,
  emailChanges.takeBackEmailChange,
  users.listUsers,
  users.getRegistration,
  sessions.listSessions,
  sessions.endSession,
  sessions.endOtherSessions,
  stats.getStats,
  stats.getWeeklyStats,
  bugs.listBugs,
  bugs.getBug,
  bugs.createBug,
  bugs.updateBug,
  bugs.deleteBug,
  history.getHistory,
  live.live,
  admin.listManagedUsers,
  admin.updateManagedUser,
  admin.endUserSessions,
  admin.takeBackUserEmailChange,
  admin.createInvitation,
  audit.listAudit,
  backups.getBackups,
  jobs.listJobs,
  jobs.retryJob,
  jobs.discardJob,
  jobs.releaseJobs,
  metrics.getTimes,
];

/** The permissions of every feature, for the documentation and for the test that each one is enforced. */
export const permissions: readonly AnyPermission[] = [bugs.bugPermissions, adminPermissions].flatMap(
  (ofFeature) => Object.values<AnyPermission>(ofFeature),
);
