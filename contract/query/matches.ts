import type { Bug } from '#contract/bugs/bugs.ts';
import { finder, fold } from '#contract/bugs/search.ts';
import { type Bound, type Range, type Test, isCalled } from './bind.ts';
import { choicesOf } from './values.ts';

/** A bug with its texts folded once. */
interface Looked {
  readonly bug: Bug;
  readonly texts: readonly string[];
  /** The texts of its comments. */
  readonly comments: readonly string[];
}

type Matcher = (looked: Looked) => boolean;

/**
 * Whether a query selects a bug, judged by the loaded data; the server's SQL has the same rule. `commentsOf` returns
 * the comment texts of a bug, for queries that search comments (see `needsComments`).
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
    });
}

/** Whether comments are needed to decide whether a bug is selected. */
export function needsComments(tree: Bound | undefined): boolean {
  switch (tree?.kind) {
    case 'and':
    case 'or':
      return tree.nodes.some(needsComments);
    case 'not':
      return needsComments(tree.node);
    case 'words':
      return tree.inComments;
    default:
      return false;
  }
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
      const finders = node.terms.map(finder);
      return ({ texts, comments }) =>
        finders.every((finds) => texts.some(finds) || (node.inComments && comments.some(finds)));
    }
    default: {
      const { field } = node;
      const all = node.tests.map((test) => testerOf(test));
      return ({ bug }) => {
        const value = field.valueOf(bug);
        const values = value === null || value === undefined ? [] : [value].flat();
        const named = field.kind === 'yes-no' ? values.map((yes) => choicesOf(field)[yes ? 0 : 1]) : values;
        return all.some((meets) => meets(named));
      };
    }
  }
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
        (values as { name: string }[]).some((value) => test.names.some((name) => isCalled(value.name, name)));
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
