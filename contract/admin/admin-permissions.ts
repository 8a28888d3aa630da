import { ofAdmins } from '#contract/permissions.ts';

/** Apart from the endpoints, because the links of the web's bar need them before anyone has signed in. */
export const adminPermissions = {
  manageUsers: ofAdmins('manage users'),
  invite: ofAdmins('invite'),
  readAudit: ofAdmins('read audit trail'),
  readBackups: ofAdmins('read backup status'),
  manageJobs: ofAdmins('manage jobs'),
  readMetrics: ofAdmins('read metrics'),
};
