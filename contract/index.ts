import * as accountLinks from '#contract/accounts/account-links.ts';
import * as activity from '#contract/bugs/activity.ts';
import { adminPermissions } from '#contract/admin/admin-permissions.ts';
import * as admin from '#contract/admin/admin.ts';
import * as audit from '#contract/admin/audit.ts';
import * as backups from '#contract/admin/backups.ts';
import { bugFieldMessages } from '#contract/bugs/bug-fields.ts';
import * as bugMentions from '#contract/conversation/bug-mentions.ts';
import * as bugReferences from '#contract/bugs/bug-references.ts';
import * as bugWork from '#contract/bugs/bug-work.ts';
import * as board from '#contract/bugs/board.ts';
import * as bugs from '#contract/bugs/bugs.ts';
import * as comments from '#contract/conversation/comments.ts';
import { componentMessages } from '#contract/classification/component-field.ts';
import * as components from '#contract/classification/components.ts';
import * as duplicates from '#contract/bugs/duplicates.ts';
import { customFieldMessages } from '#contract/classification/custom-field.ts';
import * as customFields from '#contract/classification/custom-fields.ts';
import * as questions from '#contract/bugs/questions.ts';
import * as triage from '#contract/bugs/triage.ts';
import { questionFieldMessages } from '#contract/bugs/triage-fields.ts';
import * as emailChanges from '#contract/accounts/email-changes.ts';
import * as emailConfirmations from '#contract/accounts/email-confirmations.ts';
import type { Endpoint } from './endpoint.ts';
import { fileFieldMessages } from '#contract/conversation/file-field.ts';
import * as files from '#contract/conversation/files.ts';
import * as history from '#contract/bugs/history.ts';
import * as inbox from '#contract/conversation/inbox.ts';
import * as jobs from '#contract/admin/jobs.ts';
import { labelMessages } from '#contract/classification/label-field.ts';
import * as labels from '#contract/classification/labels.ts';
import * as likelyDuplicates from '#contract/bugs/likely-duplicates.ts';
import * as live from './live.ts';
import * as mailIn from '#contract/conversation/mail-in.ts';
import { fieldMessages } from './text.ts';
import * as mail from '#contract/conversation/mail.ts';
import * as metrics from '#contract/admin/metrics.ts';
import { mentionMessages } from '#contract/conversation/mentions.ts';
import type { Catalogue, Translation } from './messages.ts';
import { queryMessages } from './query/messages.ts';
import { type AnyPermission, permissionMessages } from './permissions.ts';
import * as reactions from '#contract/conversation/reactions.ts';
import * as relations from '#contract/bugs/relations.ts';
import { resolutionMessages } from '#contract/bugs/resolution.ts';
import { serverMessages } from './server-messages.ts';
import * as sessions from '#contract/accounts/sessions.ts';
import * as stats from '#contract/bugs/stats.ts';
import { userRefusals } from '#contract/accounts/user-refusals.ts';
import * as users from '#contract/accounts/users.ts';
import { versionFieldMessages } from '#contract/classification/version-fields.ts';
import * as versions from '#contract/classification/versions.ts';
import * as views from '#contract/bugs/views.ts';
import * as votes from '#contract/bugs/votes.ts';
import * as watching from '#contract/conversation/watching.ts';

/** Every endpoint, for the API page and for the test that each one is served. The application imports the modules themselves. */
export const endpoints: readonly Endpoint[] = [
  users.register,
  users.login,
  users.logout,
  users.getProfile,
  users.updateProfile,
  accountLinks.requestPasswordReset,
  accountLinks.resetPassword,
  accountLinks.takeBackByLink,
  accountLinks.confirmByLink,
  emailChanges.listEmailChanges,
  emailChanges.takeBackEmailChange,
  emailConfirmations.sendConfirmation,
  emailConfirmations.cancelEmailChange,
  users.listUsers,
  users.getRegistration,
  users.getSetup,
  sessions.listSessions,
  sessions.endSession,
  sessions.endOtherSessions,
  stats.getStats,
  stats.getWeeklyStats,
  bugWork.getBugSettings,
  bugReferences.listBugReferences,
  likelyDuplicates.listLikelyDuplicates,
  bugs.listBugs,
  bugs.getBug,
  bugs.createBug,
  bugs.updateBug,
  ...Object.values(bugWork.setBugField),
  bugs.deleteBug,
  relations.getRelations,
  relations.addRelation,
  relations.removeRelation,
  duplicates.markDuplicate,
  duplicates.unmarkDuplicate,
  bugMentions.getBugMentions,
  history.getHistory,
  activity.getActivity,
  comments.createComment,
  comments.getComment,
  comments.updateComment,
  comments.deleteComment,
  comments.listCommentVersions,
  mailIn.getMailedText,
  comments.addCommentReaction,
  comments.removeCommentReaction,
  reactions.getBugReactions,
  reactions.addBugReaction,
  reactions.removeBugReaction,
  files.uploadFile,
  files.listFiles,
  files.getFileLimits,
  files.getFile,
  files.getFileContent,
  files.deleteFileById,
  votes.getVotes,
  votes.addVote,
  votes.removeVote,
  watching.watchBug,
  watching.unwatchBug,
  watching.getWatchers,
  inbox.listInbox,
  inbox.countInbox,
  inbox.updateInboxItem,
  inbox.updateInbox,
  inbox.readAllInbox,
  labels.listLabels,
  labels.getLabelSettings,
  labels.createLabel,
  labels.updateLabel,
  labels.deleteLabel,
  questions.askReporter,
  questions.withdrawQuestion,
  triage.listTriageSnoozes,
  triage.snoozeTriage,
  triage.getTriage,
  triage.acceptWaiting,
  components.listComponents,
  components.createComponent,
  components.updateComponent,
  components.deleteComponent,
  board.placeBug,
  versions.listVersions,
  versions.listVersionProgress,
  versions.getVersion,
  versions.listVersionBugs,
  versions.createVersion,
  versions.updateVersion,
  versions.moveVersion,
  versions.deleteVersion,
  views.listViews,
  views.countViews,
  views.createView,
  views.orderViews,
  views.updateView,
  views.deleteView,
  customFields.listCustomFields,
  customFields.createCustomField,
  customFields.updateCustomField,
  customFields.moveCustomField,
  live.live,
  mail.getMail,
  mail.getMailSettings,
  mail.updateMailSettings,
  mail.previewMail,
  mail.sendTestMail,
  admin.listManagedUsers,
  admin.updateManagedUser,
  admin.endUserSessions,
  admin.takeBackUserEmailChange,
  admin.confirmUserEmail,
  admin.createResetLink,
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
export const permissions: readonly AnyPermission[] = [
  bugs.bugPermissions,
  bugWork.bugWorkPermissions,
  comments.commentPermissions,
  components.componentPermissions,
  customFields.customFieldPermissions,
  questions.questionPermissions,
  files.filePermissions,
  labels.labelPermissions,
  versions.versionPermissions,
  relations.relationPermissions,
  triage.triagePermissions,
  views.viewPermissions,
  watching.watchingPermissions,
  adminPermissions,
].flatMap((ofFeature) => Object.values<AnyPermission>(ofFeature));

/** The messages of every feature, under the names of their catalogues. Every language translates each of them. */
export const catalogues = {
  server: serverMessages,
  permissions: permissionMessages,
  field: fieldMessages,
  users: users.userMessages,
  userRefusals,
  emailChanges: emailChanges.emailChangeMessages,
  emailConfirmations: emailConfirmations.emailConfirmationMessages,
  accountLinks: accountLinks.accountLinkMessages,
  sessions: sessions.sessionMessages,
  bugs: bugs.bugMessages,
  bugFields: bugFieldMessages,
  bugRefusals: bugs.bugRefusals,
  query: queryMessages,
  bugReferences: bugReferences.referenceMessages,
  board: board.boardMessages,
  bugWork: bugWork.bugWorkMessages,
  resolution: resolutionMessages,
  relations: relations.relationMessages,
  history: history.historyMessages,
  activity: activity.activityMessages,
  comments: comments.commentMessages,
  mentions: mentionMessages,
  mentionRefusals: bugMentions.mentionRefusals,
  fileField: fileFieldMessages,
  files: files.fileMessages,
  inbox: inbox.inboxMessages,
  mail: mail.mailMessages,
  watching: watching.watchingMessages,
  labels: labelMessages,
  labelRefusals: labels.labelRefusals,
  components: componentMessages,
  componentRefusals: components.componentRefusals,
  questionField: questionFieldMessages,
  questionRefusals: questions.questionRefusals,
  triage: triage.triageMessages,
  versionFields: versionFieldMessages,
  versions: versions.versionMessages,
  versionRefusals: versions.versionRefusals,
  views: views.viewMessages,
  viewRefusals: views.viewRefusals,
  customFields: customFieldMessages,
  customValues: customFields.customValueMessages,
  customFieldRefusals: customFields.customFieldRefusals,
  live: live.liveMessages,
  admin: admin.adminMessages,
  jobs: jobs.jobMessages,
} as const satisfies Record<string, Catalogue>;

/** All messages in another language. */
export type Translated = {
  readonly [Name in keyof typeof catalogues]: Translation<(typeof catalogues)[Name]>;
};
