import * as z from 'zod/mini';
import { bugReference } from './bug-references.ts';
import { bugWorkPermissions, type BugWorkers } from './bug-work.ts';
import { bug as bugSchema, bugMessages } from './bugs.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { catalogue, says } from '#contract/messages.ts';
import { can, type Permission } from '#contract/permissions.ts';
import { fieldMessages, id, timestamp } from '#contract/text.ts';
import { type UserRef, userRef } from '#contract/accounts/users.ts';

/** How a bug can be related to another one, each read as “this bug … that bug”. Lists have them in this order. */
export const relationKinds = [
  'duplicate-of',
  'blocked-by',
  'blocks',
  'child-of',
  'parent-of',
  'caused-by',
  'causes',
  'related',
  'duplicated-by',
] as const;

export type RelationKind = (typeof relationKinds)[number];

/** The kinds that are added and removed as relations. Duplicates are marked instead, by `markDuplicate`. */
export const addedKinds = [
  'blocked-by',
  'blocks',
  'child-of',
  'parent-of',
  'caused-by',
  'causes',
  'related',
] as const satisfies readonly RelationKind[];

export type AddedKind = (typeof addedKinds)[number];

/** The same relation from the side of the other bug. */
export const otherSide = {
  'duplicate-of': 'duplicated-by',
  'duplicated-by': 'duplicate-of',
  'blocked-by': 'blocks',
  blocks: 'blocked-by',
  'child-of': 'parent-of',
  'parent-of': 'child-of',
  'caused-by': 'causes',
  causes: 'caused-by',
  related: 'related',
} as const satisfies Record<RelationKind, RelationKind>;

/** How many relations a bug can have, besides its duplicates. */
export const maxRelations = 1_000;
/** How many duplicates a bug can have, directly and through others. */
export const maxDuplicates = 1_000;

/** The kinds of relations that must not form a cycle. */
export type DirectedKind = 'blocks' | 'parent' | 'duplicate' | 'causes';

const verbs: Record<DirectedKind, string> = {
  blocks: 'blocks',
  parent: 'is a parent of',
  duplicate: 'is a duplicate of',
  causes: 'caused',
};

interface Circle {
  readonly kind: DirectedKind;
  /** The numbers of the bugs; the last one equals the first. */
  readonly path: readonly string[];
}

export const relationMessages = catalogue('relations', {
  onlyThoseWhoWork: () =>
    'Only users who can work on one of the two bugs can relate them, and only users who can work on a bug can set what blocks it or what its parent is',
  unknownBug: () => 'There is no such bug',
  withItself: () => 'A bug cannot be related to itself',
  circle: ({ kind, path }: Circle) => {
    const [first = '', second = '', ...rest] = path;
    const steps = [`${first} ${verbs[kind]} ${second}`, ...rest.map((one) => `which ${verbs[kind]} ${one}`)];
    return `This would be a circle: ${steps.join(', ')}`;
  },
  tooConnected: () => 'Too many bugs are connected with these by relations of this kind',
  hasParent: ({ child, parent }: { child: string; parent: string }) =>
    `${child} has a parent already: ${parent}`,
  tooMany: ({ bug, max }: { bug: string; max: number }) =>
    `${bug} has ${max.toLocaleString('en')} relations already, the most that a bug can have`,
  tooManyDuplicates: ({ bug, max }: { bug: string; max: number }) =>
    `${bug} would have more than ${max.toLocaleString('en')} duplicates, directly and through others`,
});

/** The creator and the assignee of a bug, on whom permissions depend. */
interface PeopleOfBug {
  readonly createdBy: Pick<UserRef, '_id'>;
  readonly assignedTo: Pick<UserRef, '_id'> | null;
}

/** The two bugs and the setting. The caller must be able to work on one of the bugs. */
interface RelatedBugs {
  readonly bugs: readonly PeopleOfBug[];
  readonly workers: BugWorkers;
}

const relate: Permission<RelatedBugs> = {
  name: 'relate bugs',
  on: 'bugs',
  refusal: relationMessages.onlyThoseWhoWork(),
  allows: (actor, { bugs, workers }) =>
    bugs.some((bug) => can(actor, bugWorkPermissions.work, { ...bug, workers })),
};

/** The bug that the relation blocks or makes a child. Adding it requires the right to work on that bug. */
export function constrainedBy<T>(kind: AddedKind, { bug, other }: { bug: T; other: T }): T | undefined {
  if (kind === 'blocked-by' || kind === 'child-of') return bug;
  return kind === 'blocks' || kind === 'parent-of' ? other : undefined;
}

/** Users who can work on either bug can relate the two; `constrainedBy` describes the exception. */
export const relationPermissions = { relate };

const relation = z.object({
  /** The relation of the bug to the other one. */
  kind: z.enum(relationKinds),
  /** The other one. */
  bug: bugReference,
  createdBy: userRef,
  createdAt: timestamp,
});

export type Relation = z.infer<typeof relation>;

const relations = z.object({
  /** Sorted by kind, then by age. */
  relations: z.array(relation),
  /** For a duplicate: the bug at the end of the chain of duplicates. */
  final: z.nullable(bugReference),
});

export type Relations = z.infer<typeof relations>;

const params = z.strictObject({ id });
const notFound = bugMessages.notFound();

export const getRelations = endpoint('GET', '/api/bugs/:id/relations', {
  summary:
    'The relations of a bug to others. A relation is stored once, and shown from both sides. `final` is the bug at the end of the chain of duplicates.',
  access: 'signed-in',
  status: 200,
  bugPage: { name: 'relations' },
  params,
  response: relations,
  notFound,
});

export const addRelation = endpoint('PUT', '/api/bugs/:id/relations', {
  summary: `Adds a relation of a bug to another one, and changes nothing if it exists; returns all relations of the first. For users who can work on one of the two; what blocks a bug, and its parent, only for users who can work on that bug. Refused if a bug would block, cause or be a parent of itself, directly or through others; if the child has another parent; and if a bug has ${maxRelations} relations, duplicates not counted. The bugs keep their versions.`,
  access: relate,
  status: 200,
  params,
  body: z.strictObject({
    kind: z.enum(addedKinds, {
      error: says(fieldMessages.notOneOf({ field: 'kind', values: addedKinds })),
    }),
    bug: id,
  }),
  response: relations,
  notFound,
});

export const removeRelation = endpoint('DELETE', '/api/bugs/:id/relations/:kind/:other', {
  summary:
    'Removes a relation of a bug to another one; returns the remaining relations. For users who can work on one of the two.',
  access: relate,
  status: 200,
  params: z.strictObject({ id, kind: z.enum(addedKinds), other: id }),
  response: relations,
  notFound,
});

export const markDuplicate = endpoint('PUT', '/api/bugs/:id/duplicate-of', {
  summary: `Marks a bug as a duplicate of another \`bug\`, or changes of which one: resolves it with the resolution \`duplicate\`. Its watchers, reactions and votes also count for the other bug; if that is a duplicate itself, for the bug at the end of the chain. For its creator, its assignee and admins, or everyone by the setting \`TRIAGE\`. Refused where bugs would be duplicates of themselves, and where one would have more than ${maxDuplicates} duplicates, directly and through others.`,
  access: bugWorkPermissions.work,
  status: 200,
  params,
  body: z.strictObject({ bug: id }),
  response: bugSchema,
  notFound,
});

export const unmarkDuplicate = endpoint('DELETE', '/api/bugs/:id/duplicate-of', {
  summary:
    'Removes the mark that a bug is a duplicate: restores the status and resolution that it had before, and removes from the other bug the watchers, reactions and votes that came with the mark, except what users have chosen there since. Any edit that ends the resolution `duplicate` does the same, with the status and resolution of the edit. Changes nothing if the bug is no duplicate.',
  access: bugWorkPermissions.work,
  status: 200,
  params,
  response: bugSchema,
  notFound,
});

/** An entry of timelines: a relation to another bug was added or removed. */
export const relationChange = z.object({
  _id: id,
  at: timestamp,
  by: userRef,
  kind: z.enum(relationKinds),
  isAdded: z.boolean(),
  /** The number of the other bug, and its reference, which is null if the bug is deleted. */
  number: z.int(),
  bug: z.nullable(bugReference),
});

export const manifest = {
  endpoints: [getRelations, addRelation, removeRelation, markDuplicate, unmarkDuplicate],
  messages: { relations: relationMessages },
  permissions: relationPermissions,
  // A change has the id of a bug whose relations changed, or whose related bugs are now shown differently.
  liveKinds: ['relations'],
  shapes: { Relation: relation, 'Relation change': relationChange },
} as const satisfies Manifest;
