import * as z from 'zod/mini';
import { bugFields } from '#contract/bug-fields.ts';
import * as bugs from '#contract/bugs.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { additions, type BugField } from '#contract/field.ts';
import type { Role } from '#contract/permissions.ts';
import * as stats from '#contract/stats.ts';
import { id } from '#contract/text.ts';
import * as users from '#contract/users.ts';
import { additionsOffered } from './back-end.ts';
import { texts } from './texts.ts';

/*
 * The eleven calls of the specification, as the web makes them. It also works with a back end that offers these alone: what
 * this contract adds to their answers may be missing, ids are any text, and fields that are not known are ignored.
 */

/** What the specification has of a call. */
interface Specified {
  readonly specified: {
    /** The names that its query may have. */
    readonly query: readonly string[];
    /** Whether it says what is answered; otherwise the answer of a back end without additions is not looked at. */
    readonly hasAnswer: boolean;
  };
}

export type SpecifiedEndpoint<E extends Endpoint = Endpoint> = E & Specified;

/** Whether the specification has this call. */
export function isSpecified(endpoint: Endpoint): endpoint is SpecifiedEndpoint {
  return 'specified' in endpoint;
}

/** A call of the contract, its answer read by another schema. */
function specified<
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Access extends Endpoint['access'],
  Response extends z.ZodMiniType,
>(
  endpoint: Endpoint<Params, Query, Body, z.ZodMiniType, Access>,
  response: Response,
  { query = [], hasAnswer = true }: Partial<Specified['specified']> = {},
): SpecifiedEndpoint<Endpoint<Params, Query, Body, Response, Access>> {
  return { ...endpoint, response, specified: { query, hasAnswer } };
}

/** A field whose values of other back ends are made into those that screens know. */
function readAs<T>(read: (value: unknown) => T) {
  return z.pipe(z.optional(z.unknown()), z.transform(read));
}

const textOr = (otherwise: string) => readAs((value) => (typeof value === 'string' ? value : otherwise));

/* ISO 8601 in UTC with milliseconds, so that moments compare as texts; empty where there is none. */
const moment = readAs((value) => {
  const date = new Date(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
});

const count = readAs((value) => (Number.isInteger(value) ? (value as number) : undefined));

/** Stands for somebody whom the back end does not name, such as one who is gone. */
const unnamed: users.UserRef = { _id: '', name: texts.unknownPerson };

/** A reference to a user. An id alone is kept, so that saving the bug does not lose it. */
function referenceIn(value: unknown): users.UserRef | null {
  const { _id, name } =
    typeof value === 'object' && value !== null ? (value as Partial<users.UserRef>) : { _id: value };
  if (typeof _id !== 'string' || _id === '') return null;
  return { _id, name: typeof name === 'string' ? name : unnamed.name };
}

/** The schemas of fields that features add: each is empty where the back end does not know it. */
function additionSchemas<F extends Readonly<Record<string, BugField>>>(fields: F) {
  const schemas = Object.entries(fields).map(([name, { value, empty }]) => [
    name,
    readAs((given) => value.safeParse(given).data ?? empty),
  ]);
  return Object.fromEntries(schemas) as {
    [K in keyof F]: ReturnType<typeof readAs<z.output<F[K]['value']>>>;
  };
}

export const bug = z.object({
  _id: z.string(),
  title: z.string(),
  description: textOr(''),
  status: z.enum(bugs.statuses),
  priority: z.enum(bugs.priorities),
  assignedTo: readAs(referenceIn),
  ...additionSchemas(additions(bugFields)),
  createdBy: readAs((value) => referenceIn(value) ?? unnamed),
  createdAt: moment,
  updatedAt: moment,
  /** What people say aloud, an addition. */
  number: count,
  /** Counts the changes, an addition. */
  version: count,
  /** How many comments it has, an addition. */
  comments: count,
});

export type Bug = z.infer<typeof bug>;

const userRef = z.object({ _id: z.string(), name: textOr(unnamed.name) });

const profile = z.extend(userRef, {
  email: textOr(''),
  /** Roles that are not known give no rights. */
  role: readAs((value): Role => (value === 'admin' ? 'admin' : 'user')),
  /** A fresh one where the old one is dead from now on. */
  token: z.optional(z.string()),
});

const signedInUser = z.extend(profile, { token: z.string() });

export type SignedInUser = z.infer<typeof profile>;

export const login = specified(users.login, signedInUser);
export const register = specified(users.register, signedInUser);
export const getProfile = specified(users.getProfile, profile);
export const updateProfile = specified(users.updateProfile, profile);
export const listUsers = specified(users.listUsers, z.array(userRef));
export const getStats = specified(stats.getStats, stats.stats);
export const listBugs = specified(bugs.listBugs, z.array(bug), { query: ['status', 'priority'] });
export const getBug = specified(bugs.getBug, bug);
/** Answers nothing where the back end offers the specification alone. */
export const createBug = specified(bugs.createBug, z.optional(bug), { hasAnswer: false });
/** Answers nothing where the back end offers the specification alone. */
export const updateBug = specified(bugs.updateBug, z.optional(bug), { hasAnswer: false });
export const deleteBug: SpecifiedEndpoint<typeof bugs.deleteBug> = {
  ...bugs.deleteBug,
  specified: { query: [], hasAnswer: false },
};

const anyId = z
  .string()
  .check(z.refine((value) => additionsOffered() === false || id.safeParse(value).success));

/** What narrows and sorts a list, as it stands in the address. */
export const bugFilter = z.extend(bugs.bugFilter, {
  assignedTo: z.optional(z.union([z.enum(['me', 'none']), anyId])),
  createdBy: z.optional(z.union([z.literal('me'), anyId])),
});

export type BugFilter = z.infer<typeof bugFilter>;

/* Whom a bug can be assigned to is known from the back end. */
const assignee = z.pipe(
  z.string(),
  z.transform((value) => (value === '' ? null : value)),
);

/** The rules for a new bug and for an edit. */
export const createBugBody = z.extend(bugs.createBugBody, { assignedTo: assignee });
export const updateBugBody = z.partial(createBugBody);
