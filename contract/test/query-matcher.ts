import type { Bug } from '#contract/bugs/bugs.ts';
import { finder, fold, foldCase } from '#contract/bugs/search.ts';
import { type Bound, type Range, type Test, calledBy, foldName } from '#contract/query/bind.ts';
import type { QueryField } from '#contract/query/fields.ts';

/* The meaning of queries, without SQL: tests compare the server's answers with it. */

/** A bug with its texts folded once. */
interface Looked {
  readonly bug: Bug;
  readonly texts: readonly string[];
  /** The texts of its comments. */
  readonly comments: readonly string[];
  /** Both with their marks. */
  readonly marked: { readonly texts: readonly string[]; readonly comments: readonly string[] };
}

type Matcher = (looked: Looked) => boolean;

/**
 * Whether a query selects a bug, judged by the loaded data. `commentsOf` returns the comment texts of a bug, for queries that
 * search comments.
 */
export function queryMatcher(
  tree: Bound | undefined,
  commentsOf: (bug: Bug) => readonly string[] = () => [],
): (bug: Bug) => boolean {
  if (!tree) return () => true;
  const matches = matcherOf(tree);
  return (bug) =>
    matches({
      bug,
      texts: [fold(bug.title), fold(bug.description)],
      comments: commentsOf(bug).map(fold),
      marked: {
        texts: [foldCase(bug.title), foldCase(bug.description)],
        comments: commentsOf(bug).map(foldCase),
      },
    });
}

function matcherOf(node: Bound): Matcher {
  switch (node.kind) {
    case 'and': {
      const all = node.nodes.map(matcherOf);
      return (looked) => all.every((matches) => matches(looked));
    }
    case 'or': {
      const all = node.nodes.map(matcherOf);
      return (looked) => all.some((matches) => matches(looked));
    }
    case 'not': {
      const matches = matcherOf(node.node);
      return (looked) => !matches(looked);
    }
    case 'words': {
      const [terms, exact] = [node.terms.map(finder), node.exact.map(finder)];
      const hasAll = (finders: typeof terms, { texts, comments }: Looked['marked']) =>
        finders.every((finds) => texts.some(finds) || (node.inComments && comments.some(finds)));
      return (looked) => hasAll(terms, looked) && hasAll(exact, looked.marked);
    }
    default: {
      const { field } = node;
      const all = node.tests.map((test) => testerOf(test));
      return ({ bug }) => {
        const values = valuesIn(bug, field);
        return all.some((meets) => meets(values));
      };
    }
  }
}

/** The values of a bug in a field. A count is a value even if it is 0; a yes-no field asks whether it is above 0. */
function valuesIn(bug: Bug, { key, kind }: QueryField): readonly unknown[] {
  const [name = '', fieldId] = key.split('.');
  const whole = (bug as unknown as Record<string, unknown>)[name];
  const value = fieldId === undefined ? whole : (whole as Record<string, unknown>)[fieldId];
  if (value === null || value === undefined) return [];
  return kind === 'yes-no' ? [Number(value) > 0 ? 'yes' : 'no'] : [value].flat();
}

function testerOf(test: Test): (values: readonly unknown[]) => boolean {
  switch (test.kind) {
    case 'none':
      return (values) => values.length === 0;
    case 'among': {
      const wanted = new Set<unknown>(test.values);
      return (values) => values.some((value) => wanted.has((value as { _id?: string })._id ?? value));
    }
    case 'called':
      return (values) =>
        (values as { name: string }[]).some((value) =>
          test.names.some((name) => calledBy([foldName(value)], name).length > 0),
        );
    case 'range':
      return (values) => (values as (string | number)[]).some((value) => isWithin(value, test.range));
    default: {
      const finds = finder(test.text);
      return (values) => (values as string[]).some((value) => finds(fold(value)));
    }
  }
}

function isWithin(value: string | number, { least, most, above, below }: Range<string | number>): boolean {
  return (
    (least === undefined || value >= least) &&
    (most === undefined || value <= most) &&
    (above === undefined || value > above) &&
    (below === undefined || value < below)
  );
}
