import { manifest as accountLinks } from '#contract/accounts/account-links.ts';
import { manifest as emailChanges } from '#contract/accounts/email-changes.ts';
import { manifest as sessions } from '#contract/accounts/sessions.ts';
import { manifest as setup } from '#contract/accounts/setup.ts';
import { manifest as suspendedUsers } from '#contract/accounts/suspended-users.ts';
import { manifest as users } from '#contract/accounts/users.ts';
import { manifest as admin } from '#contract/admin/admin.ts';
import { manifest as audit } from '#contract/admin/audit.ts';
import { manifest as jobs } from '#contract/admin/jobs.ts';
import { manifest as adminSettings } from './admin/settings.ts';
import { manifest as board } from '#contract/bugs/board.ts';
import { manifest as bugPage } from '#contract/bugs/bug-page.ts';
import { manifest as bugReferences } from '#contract/bugs/bug-references.ts';
import { manifest as bugWork } from '#contract/bugs/bug-work.ts';
import { manifest as bugs } from '#contract/bugs/bugs.ts';
import { manifest as history } from '#contract/bugs/history.ts';
import { manifest as likelyDuplicates } from '#contract/bugs/likely-duplicates.ts';
import { manifest as relations } from '#contract/bugs/relations.ts';
import { manifest as searchSuggestion } from '#contract/bugs/search-suggestion.ts';
import { manifest as stats } from '#contract/bugs/stats.ts';
import { manifest as triage } from '#contract/bugs/triage.ts';
import { manifest as views } from '#contract/bugs/views.ts';
import { manifest as votes } from '#contract/bugs/votes.ts';
import { manifest as components } from '#contract/classification/components.ts';
import { manifest as customFields } from '#contract/classification/custom-fields.ts';
import { manifest as labels } from '#contract/classification/labels.ts';
import { manifest as versions } from '#contract/classification/versions.ts';
import { manifest as comments } from '#contract/conversation/comments.ts';
import { manifest as files } from '#contract/conversation/files.ts';
import { manifest as inbox } from '#contract/conversation/inbox.ts';
import { manifest as mail } from '#contract/conversation/mail.ts';
import { manifest as mailIn } from '#contract/conversation/mail-in.ts';
import { manifest as watching } from '#contract/conversation/watching.ts';
import { manifest as live } from './live.ts';
import { manifest as workspace } from './workspace.ts';
import type { Endpoint, Manifest } from './endpoint.ts';
import type { Catalogue, Translation } from './messages.ts';
import { type AnyPermission, permissionMessages } from './permissions.ts';
import { queryMessages } from './query/messages.ts';
import { serverMessages } from './server-messages.ts';
import { fieldMessages } from './text.ts';

/** The messages that belong to no feature. */
const general = {
  endpoints: [],
  messages: {
    server: serverMessages,
    permissions: permissionMessages,
    field: fieldMessages,
    query: queryMessages,
  },
} as const satisfies Manifest;

/**
 * The manifests of all features, in the order of the API page. A feature adds a line. The web imports only types from
 * here, and the modules of the endpoints that it calls: it loads code page by page.
 */
const manifests = [
  general,
  users,
  suspendedUsers,
  setup,
  accountLinks,
  emailChanges,
  sessions,
  stats,
  bugs,
  bugPage,
  searchSuggestion,
  bugWork,
  bugReferences,
  likelyDuplicates,
  relations,
  history,
  comments,
  mailIn,
  files,
  votes,
  watching,
  inbox,
  triage,
  board,
  labels,
  components,
  versions,
  customFields,
  views,
  workspace,
  live,
  mail,
  admin,
  adminSettings,
  audit,
  jobs,
] as const;

const all: readonly Manifest[] = manifests;

/** Every endpoint, for the API page and for the test that each one is served. */
export const endpoints: readonly Endpoint[] = all.flatMap(({ endpoints: own }) => own);

/** The permissions of every feature, for the test that each one is enforced. */
export const permissions: readonly AnyPermission[] = all.flatMap(({ permissions: own = {} }) =>
  Object.values(own),
);

/** The shared schemas of responses, by the names under which the API page describes them. */
export const shapes = Object.fromEntries(all.flatMap(({ shapes: own = {} }) => Object.entries(own)));

/** The kinds of live changes that are sent to everyone. */
export const sharedKinds: ReadonlySet<string> = new Set(all.flatMap(({ liveKinds: own = [] }) => own));

/** The kinds of live changes that have a user's id and are sent only to that user. */
export const personalKinds: ReadonlySet<string> = new Set(all.flatMap(({ personalKinds: own = [] }) => own));

/** The values that the manifests have under a key. */
type Declared<Key extends keyof Manifest, Each = (typeof manifests)[number]> =
  Each extends Readonly<Record<Key, infer Own>> ? Own : never;

/** The kinds of resources whose changes are sent. */
export type ChangeKind = Declared<'liveKinds'>[number] | Declared<'personalKinds'>[number];

type Messages = Declared<'messages'>;
type CatalogueName = Messages extends infer Each ? (Each extends unknown ? keyof Each : never) : never;

/** The messages of every feature, by the names of their catalogues. Every language translates each of them. */
export const catalogues: Readonly<Record<string, Catalogue>> = Object.fromEntries(
  all.flatMap(({ messages = {} }) => Object.entries(messages)),
);

/** All messages in another language. */
export type Translated = {
  readonly [Name in CatalogueName]: Translation<Extract<Messages, Readonly<Record<Name, unknown>>>[Name]>;
};
