import * as z from 'zod/mini';
import { bug } from '#contract/bugs/bugs.ts';
import { isCalendarDay } from '#contract/query/days.ts';
import { cleanText, id, idSaying, positiveNumber, requiredLine } from '#contract/text.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { choiceField } from '#contract/bugs/field.ts';
import { catalogue, says } from '#contract/messages.ts';
import { ofAdmins } from '#contract/permissions.ts';
import { maxVersions, versionFieldMessages, versionRef } from './version-fields.ts';

/** A planned version is in development, a released one is published, and an archived one can no longer be set on bugs. */
export const versionStates = ['planned', 'released', 'archived'] as const;
export type VersionState = (typeof versionStates)[number];

/** A day such as 2026-11-21, without a time zone. */
const day = z.string().check(z.meta({ format: 'date' }));

const version = z.extend(versionRef, {
  description: z.string(),
  state: z.enum(versionStates),
  /** The day of the release, or the planned one. */
  date: z.nullable(day),
  /** Its place in the order of versions, counted from zero. */
  position: z.int(),
});

export type Version = z.infer<typeof version>;

const versionMessages = catalogue('versions', {
  notDate: () => 'Date must be a day as in 2026-11-21, or empty',
  notBefore: () => 'before must be the id of a version, or null',
  noAfter: () => 'after must be the id of a bug',
});

/** Messages about versions that only the server sends. */
export const versionRefusals = catalogue('versionRefusals', {
  notFound: () => 'Version not found',
  nameTaken: () => 'A version with this name exists already',
  tooMany: ({ max }: { max: number }) => `There can be at most ${max} versions`,
  notUsable: () => 'A version that a bug gets must exist and not be archived',
  notAnother: () => 'before must be the id of another version',
  inUse: () => 'Bugs have this version: archive it instead',
});

export const versionPermissions = { manage: ofAdmins('manage versions') };

const notDate = says(versionMessages.notDate());

const dateInput = z.pipe(
  z.nullable(
    z
      .string({ error: notDate })
      .check(z.refine((text) => text === '' || isCalendarDay(text), { error: notDate })),
  ),
  z.transform((text: string | null) => (text === '' ? null : text)),
);

export const createVersionBody = z.strictObject({
  name: requiredLine('Name', { max: 50, as: 'name' }),
  state: choiceField('State', versionStates).input,
  date: z.optional(dateInput),
  description: z.optional(cleanText('Description', { max: 1_000 })),
});

const params = z.strictObject({ id });
const notFound = versionRefusals.notFound();

export const listVersions = endpoint('GET', '/api/versions', {
  summary: 'All versions in their order, archived ones included.',
  access: 'signed-in',
  status: 200,
  workspace: 'versions',
  response: z.array(version),
});

/** How many bugs of a version are in each of its lists. */
const bugCounts = z.object({ fixed: z.int(), resolved: z.int(), open: z.int(), known: z.int() });

export const listVersionProgress = endpoint('GET', '/api/versions/progress', {
  summary: 'Of each planned version, how many bugs with it as `fixedIn` are resolved, and how many are not.',
  access: 'signed-in',
  status: 200,
  response: z.array(z.object({ _id: id, resolved: z.int(), open: z.int() })),
});

export const getVersion = endpoint('GET', '/api/versions/:id', {
  summary:
    'A version, and how many bugs have it: with it as `fixedIn`, those that are `fixed` (resolved, as fixed or without a resolution), all that are `resolved`, and those that are still `open`; with it in `foundIn`, those that are not resolved (`known`).',
  access: 'signed-in',
  status: 200,
  params,
  response: z.extend(version, { bugs: bugCounts }),
  notFound,
});

export type VersionSummary = z.infer<typeof getVersion.response & z.ZodMiniType>;

/** The lists of bugs of a version. */
export const versionLists = ['fixed', 'open', 'known'] as const;
export type VersionList = (typeof versionLists)[number];

/** A bug in a list of a version. */
const versionBug = z.object({
  _id: id,
  number: z.int(),
  title: bug.shape.title,
  status: bug.shape.status,
  priority: bug.shape.priority,
  assignedTo: bug.shape.assignedTo,
});

export type VersionBug = z.infer<typeof versionBug>;

export const versionPage = { shown: 50, most: 1_000 };

export const listVersionBugs = endpoint('GET', '/api/versions/:id/bugs', {
  summary: `The bugs of a version that are \`fixed\`, \`open\` or \`known\`, as its page counts them, newest first and without descriptions. At most \`limit\` (by default ${versionPage.shown}, at most ${versionPage.most}); \`after\` continues after a bug.`,
  access: 'signed-in',
  status: 200,
  params,
  query: z.strictObject({
    list: choiceField('list', versionLists).input,
    limit: positiveNumber('limit', versionPage.most),
    after: z.optional(idSaying(versionMessages.noAfter())),
  }),
  response: z.array(versionBug),
  notFound,
});

export const createVersion = endpoint('POST', '/api/versions', {
  summary: `Creates a version, before all others; for admins. Names are unique, without regard to case. There can be at most ${maxVersions.inAll}.`,
  access: versionPermissions.manage,
  status: 201,
  body: createVersionBody,
  response: version,
  idempotent: true,
});

export const updateVersion = endpoint('PUT', '/api/versions/:id', {
  summary: 'Changes a version; omitted fields stay unchanged. Bugs keep an archived version.',
  access: versionPermissions.manage,
  status: 200,
  params,
  body: z.partial(createVersionBody),
  response: version,
  notFound,
});

export const moveVersion = endpoint('PUT', '/api/versions/:id/position', {
  summary: 'Moves a version in the order of versions: `before` another one, or to the end.',
  access: versionPermissions.manage,
  status: 200,
  params,
  body: z.strictObject({ before: z.nullable(idSaying(versionMessages.notBefore())) }),
  response: z.array(version),
  notFound,
});

export const deleteVersion = endpoint('DELETE', '/api/versions/:id', {
  summary: 'Deletes a version that no bug has. Others are archived instead.',
  access: versionPermissions.manage,
  status: 204,
  params,
  notFound,
  errors: ['in_use'],
});

export const manifest = {
  endpoints: [
    listVersions,
    listVersionProgress,
    getVersion,
    listVersionBugs,
    createVersion,
    updateVersion,
    moveVersion,
    deleteVersion,
  ],
  messages: { versionFields: versionFieldMessages, versions: versionMessages, versionRefusals },
  permissions: versionPermissions,
  liveKinds: ['version'],
  shapes: { Version: version },
} as const satisfies Manifest;
