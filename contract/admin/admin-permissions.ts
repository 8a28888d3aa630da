import { ofAdmins } from '#contract/permissions.ts';

/** In a file without endpoints, because the web's bar needs the permissions before sign-in. */
export const adminPermissions = {
  manageUsers: ofAdmins('manage users'),
  invite: ofAdmins('invite'),
  readAudit: ofAdmins('read audit trail'),
  readBackups: ofAdmins('read backup status'),
  manageJobs: ofAdmins('manage jobs'),
  readMetrics: ofAdmins('read metrics'),
};
