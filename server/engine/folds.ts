import { foldCase, unmarked } from '#contract/bugs/search.ts';

/**
 * How much of an e-mail is searched in addition to its comment, in UTF-16 code units: the maximum length of a comment.
 */
const maxMailed = 20_000;

/**
 * The forms of a text that searches compare: `fold` of the contract, and for exact phrases `foldCase` where it differs.
 */
interface Folds {
  readonly folded: string;
  readonly marked: string | null;
}

export function foldsOf(text: string): Folds {
  const cased = foldCase(text);
  const folded = unmarked(cased);
  return { folded, marked: folded === cased ? null : cased };
}

/**
 * The columns by which a comment is searched. For a comment from which a part of its e-mail was
 * trimmed, `mailed` is the whole text, in `mailed_texts` where `is_trimmed` is 1: the part that is shown on request is
 * found, too. A deleted comment has neither.
 */
export function commentFolds(
  body: string,
  mailed?: string,
): { readonly body_fold: string; readonly body_marked: string | null } {
  const { folded, marked } = foldsOf(searched(body, mailed));
  return { body_fold: folded, body_marked: marked };
}

function searched(body: string, mailed: string | undefined): string {
  if (mailed === undefined || body === '') return body;
  if (mailed.startsWith(body)) return mailed.slice(0, body.length + maxMailed);
  return `${body}\n${mailed.slice(0, maxMailed)}`;
}
