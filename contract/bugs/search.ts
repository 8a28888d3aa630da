import { composed } from '#contract/normalise.ts';

/**
 * The form in which texts are searched and sorted: case and the two ways of typing an accented letter make no
 * difference, anything else does. Server and client share it, so that both find the same bugs.
 */
export function fold(text: string): string {
  return composed(text).toLowerCase();
}

/** A search with more words than this is one phrase: a text that was pasted. */
const maxTerms = 16;

/** A search word that extends the search to comments. It is not searched for itself. */
export const inComments = 'in:comments';

/** Whether the search extends to the texts of comments. */
export function searchesComments(q: string): boolean {
  return wordsOf(fold(q)).some(([word]) => word === inComments);
}

/** The words and quoted phrases of a search, a phrase also without its quotes. */
function wordsOf(folded: string): readonly RegExpExecArray[] {
  return [...folded.matchAll(/"([^"]*)(?:"|$)|\S+/g)];
}

/**
 * The terms of a search: folded texts, each of which the title or the description must contain. A term is a word, or a
 * phrase in double quotes with its spaces; the last quote may be missing. A term that is part of another one is omitted.
 */
export function searchTerms(q: string): readonly string[] {
  const folded = fold(q).trim();
  const words = wordsOf(folded);
  const asked = words.filter(([word]) => word !== inComments);
  const terms = [...new Set(asked.map(([word, phrase]) => phrase ?? word))].filter(
    (term) => term.trim() !== '',
  );
  // A search of quotes only is literal.
  if (terms.length === 0 || terms.length > maxTerms) {
    const whole = asked.length === words.length ? folded : folded.replace(inComments, '').trim();
    return whole === '' ? [] : [whole];
  }
  return terms.filter((term) => !terms.some((other) => other !== term && other.includes(term)));
}

/** Whether `wide` finds every bug that `narrow` finds. */
export function coversSearch(wide: string, narrow: string): boolean {
  if (searchesComments(narrow)) return wide === narrow;
  const terms = searchTerms(narrow);
  return searchTerms(wide).every((part) => terms.some((term) => term.includes(part)));
}

/** Whether a bug is found by `q`, by its own texts alone. An empty `q` finds all. */
export function matchesSearch(bug: { title: string; description: string }, q: string): boolean {
  return matcherOf(q)(bug);
}

/** The same for many bugs and one `q`. */
export function matcherOf(q: string): (bug: { title: string; description: string }) => boolean {
  const finders = searchTerms(q).map(finder);
  return (bug) => {
    const [title, description] = [fold(bug.title), fold(bug.description)];
    return finders.every((contains) => contains(title) || contains(description));
  };
}

/** Up to this length of the needle, `includes` is used: it compares each character at most this many times. */
const short = 8;

/**
 * Returns whether a text contains the needle, in linear time. `includes` takes the product of both lengths for some
 * texts, such as `aaabaaa` in a text of only `a`. Source: Knuth, Morris, Pratt, "Fast pattern matching in strings",
 * 1977.
 */
export function finder(needle: string): (text: string) => boolean {
  if (needle.length <= short) return (text) => text.includes(needle);
  const head = needle.slice(0, short);
  const fallbacks = fallbacksOf(needle);
  return (text) => {
    let matched = 0;
    let at = text.indexOf(head);
    while (at !== -1 && at < text.length) {
      const code = text.charCodeAt(at);
      while (matched > 0 && needle.charCodeAt(matched) !== code) matched = fallbacks[matched - 1] ?? 0;
      if (needle.charCodeAt(matched) === code) matched += 1;
      if (matched === needle.length) return true;
      at = matched === 0 ? text.indexOf(head, at + 1) : at + 1;
    }
    return false;
  };
}

/** For each prefix of the needle, the length of the longest shorter prefix that is its suffix. */
function fallbacksOf(needle: string): Uint32Array {
  const fallbacks = new Uint32Array(needle.length);
  let matched = 0;
  for (let at = 1; at < needle.length; at += 1) {
    const code = needle.charCodeAt(at);
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = fallbacks[matched - 1] ?? 0;
    if (needle.charCodeAt(matched) === code) matched += 1;
    fallbacks[at] = matched;
  }
  return fallbacks;
}
