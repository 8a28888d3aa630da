import type { Bug } from '#contract/bugs/bugs.ts';
import type { BugInputs } from '#contract/bugs/bug-fields.ts';
import { createComment } from '#contract/conversation/comments.ts';
import type { Client, TestUser, testApp } from './harness.ts';

type App = Awaited<ReturnType<typeof testApp>>;

/** The kinds of callers; the first three have no live session. */
export const kinds = ['anonymous', 'ended', 'suspended', 'other', 'creator', 'assignee', 'admin'] as const;
export type Kind = (typeof kinds)[number];
export type People = Readonly<Record<Exclude<Kind, 'anonymous'>, TestUser>>;

/** What a request to an endpoint needs to succeed. An endpoint that needs nothing has no row. */
export interface Row {
  /** The id in the address. */
  id?: (people: People, bug: Bug) => Promise<string> | string;
  /** Its other parameters. */
  params?: (people: People) => Promise<Record<string, string>> | Record<string, string>;
  /** A valid query. */
  query?: string;
  /** A valid body. */
  body?: (people: People) => object | Promise<object>;
  /** A valid form, for an upload. */
  form?: () => FormData;
  /** Whether users without the permission get 404. */
  isHidden?: boolean;
  /** The owner of the resource, or those who may see it, if all other users get 404. */
  owner?: Kind | 'no one' | readonly Kind[];
}

/** The users and objects that a database is filled with. */
interface Filling {
  readonly app: App;
  readonly admin: TestUser;
  readonly ann: Client;
  /** Texts in which engines differ. */
  readonly texts: readonly string[];
  /** The bug to which features add data, and another bug, both filed by Ann. */
  readonly bug: Bug;
  readonly other: Bug;
}

/** A feature's rows in the tests of all features: the `rows` that its `test-rows.ts` exports. */
export interface TestRows {
  /**
   * What the feature's endpoints need, by method and path, for the test of every endpoint with every kind of caller.
   */
  readonly endpoints: (app: App) => Readonly<Record<string, Row>>;
  /** The resources on which its permissions depend, by the kind that the permissions name. */
  readonly resources?: Readonly<Record<string, (bug: Bug, actor: TestUser) => unknown>>;
  /** Fills the feature's tables before there is a bug, and returns the values that the bug gets. */
  readonly define?: (filling: Omit<Filling, 'bug' | 'other'>) => Promise<Partial<BugInputs>>;
  /** Fills the feature's other tables. Jobs run afterwards. */
  readonly fill?: (filling: Filling) => Promise<void>;
  /** Adds data that jobs would remove, or that depends on other features. */
  readonly fillLast?: (filling: Filling) => Promise<void>;
}

let count = 0;

/** A text that no other call returns. */
export const unique = (text: string): string => `${text} ${(count += 1)}`;

export const ofBug: Row = { id: (_, bug) => bug._id };

export const ofComment = {
  async id({ creator }: People, bug: Bug): Promise<string> {
    const input = { params: { id: bug._id }, body: { body: 'A comment' } };
    return (await creator.call(createComment, input)).body._id;
  },
} satisfies Row;
