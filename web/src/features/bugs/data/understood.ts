import type { Bug as StoredBug, Sort } from '#contract/bugs/bugs.ts';
import { counts } from '#contract/bugs/counted-fields.ts';
import { type Asker, type Bound, bindQuery } from '#contract/query/bind.ts';
import type { QueryField } from '#contract/query/fields.ts';
import { needsComments, queryMatcher } from '#contract/query/matches.ts';
import { parseQuery } from '#contract/query/parse.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { knownQueryFields } from '#web/lib/bugs/query-fields.ts';
import { timeZone } from '#web/lib/time/time-zone.ts';

/** A query as the browser parsed it, for a certain user and day. */
interface Understood {
  /** Whether a bug is selected, evaluated on its loaded data. */
  readonly selects: (bug: Bug) => boolean;
  readonly sort: Sort | undefined;
  /** Whether the loaded data of a bug decide the query as on the server. */
  readonly isDecidable: boolean;
  /** Whether it names people, labels or other things that may not exist. */
  readonly hasNames: boolean;
  /** Whether it has a term for the field with this id, defined by admins. */
  readonly asksFor: (fieldId: string) => boolean;
  /** Whether it has a term for a counted field, whose changes do not change the bug's version. */
  readonly hasCounts: boolean;
}

/** How many queries are cached. */
const most = 50;
const known = new Map<string, Understood | undefined>();
let knownWith: readonly QueryField[] = [];

/** The parsed query; undefined where it is invalid. */
export function understood(text: string, me: string): Understood | undefined {
  const now = new Date();
  const fields = knownQueryFields();
  if (fields !== knownWith) known.clear();
  knownWith = fields;
  const key = JSON.stringify([text, me, now.toDateString()]);
  if (!known.has(key)) {
    if (known.size >= most) known.clear();
    known.set(key, understand(text, { me, now, zone: timeZone() }, fields));
  }
  return known.get(key);
}

function understand(text: string, asker: Asker, fields: readonly QueryField[]): Understood | undefined {
  const { query } = parseQuery(text, fields);
  if (!query) return undefined;
  const { tree, sort } = bindQuery(query, asker, fields);
  const selects = queryMatcher(tree);
  return {
    // A back end with queries sends complete bugs.
    selects: (bug) => selects(bug as StoredBug),
    sort,
    isDecidable: !needsComments(tree),
    hasNames: hasTest(tree, ({ tests }) => tests.some(({ kind }) => kind === 'called')),
    asksFor: (fieldId) => hasTest(tree, ({ field }) => field.key.endsWith(`.${fieldId}`)),
    hasCounts: hasTest(tree, ({ field }) => counts.some(({ name }) => name === field.key)),
  };
}

type TestNode = Extract<Bound, { kind: 'test' }>;

function hasTest(node: Bound | undefined, meets: (test: TestNode) => boolean): boolean {
  switch (node?.kind) {
    case 'and':
    case 'or':
      return node.nodes.some((part) => hasTest(part, meets));
    case 'not':
      return hasTest(node.node, meets);
    case 'test':
      return meets(node);
    default:
      return false;
  }
}
