import { fold } from '#contract/bugs/search.ts';

/** The maximum of an e-mail that is searched beside the comment, in UTF-16 units: as much as a comment may have. */
const maxMailed = 20_000;

/**
 * What searches that include comments compare: `comments.body_fold`. For a comment from which a part of its e-mail was
 * trimmed, `mailed` is the whole text, in `mailed_texts` where `is_trimmed` is 1: the part that is shown on request is
 * found, too. A deleted comment has neither.
 */
export function foldComment(body: string, mailed?: string): string {
  if (mailed === undefined || body === '') return fold(body);
  if (mailed.startsWith(body)) return fold(mailed.slice(0, body.length + maxMailed));
  return fold(`${body}\n${mailed.slice(0, maxMailed)}`);
}
