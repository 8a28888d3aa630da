import { composed } from '#contract/normalise.ts';

/** The form in which names are unique: case and the two ways of typing an accented letter make no difference. */
export function nameKey(name: string): string {
  return composed(name).toLowerCase();
}

/** Invisible characters, such as soft hyphens, joiners, direction marks, and the stroke that widens Arabic words. */
const invisible = /[\p{DI}ـ]/gu;
/** Half- and full-width characters, ligatures and mathematical letters. NFKC also changes others, such as ² and ½. */
const compatible = /[\ufb00-\ufb06\uff01-\uffdc\u{1d400}-\u{1d7ff}]+/gu;
const sameAs: Readonly<Record<string, string>> = { ß: 'ss', ς: 'σ', ſ: 's', ẛ: 'ṡ', µ: 'μ' };

/**
 * The form in which exact phrases are searched. Case, width, the kinds of spaces, hyphens, apostrophes and quotes, and
 * invisible characters make no difference; marks do.
 */
export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const shown = text
    .replaceAll(invisible, '')
    .replaceAll(compatible, (run) => run.normalize('NFKC'))
    .toLowerCase()
    .replaceAll(/[ßςſẛµ]/g, (letter) => sameAs[letter] ?? '')
    .replaceAll(/[‘’‛ʻʼ′´׳]/g, "'")
    .replaceAll(/[“”„‟″״]/g, '"')
    .replaceAll(/[\u2010\u2011]/g, '-')
    .replaceAll(/\p{Zs}/gu, ' ');
  return composed(shown);
}

/**
 * The letters of Latin, Greek, Cyrillic and Arabic, which lose their marks. Those of other scripts stay, because their
 * marks are vowels or make other letters; so does й, in all the languages that have it.
 */
const lettersWithMarks =
  /[\0-\u02ff\u0370-\u0438\u043a-\u0482\u048a-\u052f\u0620-\u063f\u0641-\u064a\u0671-\u06d5\u1e00-\u1fff]+/g;
/** The marks of these scripts, those of Hebrew, and those that any script can have. */
const marks = /(?=\p{M})[\u02ff-\u06ed\u1aaf-\u1aff\u1dbf-\u1dff\ufe1f-\ufe2f]/gu;
/** Letters that Unicode does not decompose, and letters for which Persian and Arabic keyboards have different ones. */
const plain: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ĳ: 'ij',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ی: 'ي',
  ى: 'ي',
  ک: 'ك',
};

/**
 * The form in which texts are searched and sorted: that of {@link foldCase}, without marks. Server and client share it,
 * so that both find the same bugs. The server stores it beside the texts.
 */
export function fold(text: string): string {
  return isAscii(text) ? text.toLowerCase() : unmarked(foldCase(text));
}

/**
 * Removes the marks from a result of {@link foldCase}, which gives the result of {@link fold}. Works letter by letter,
 * so that a part of a text becomes a part of the result.
 */
export function unmarked(text: string): string {
  if (isAscii(text)) return text;
  return text
    .replaceAll(lettersWithMarks, (run) => run.normalize('NFD'))
    .replaceAll(marks, '')
    .replaceAll(/[łøđðħŧıŋæœþĳɓɗƙƴیىک]/g, (letter) => plain[letter] ?? '');
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** A search with more words than this is one phrase: a text that was pasted. */
const maxTerms = 16;

/** A search word that extends the search to comments. It is not searched for itself. */
export const inComments = 'in:comments';

/** Whether the search extends to the texts of comments. */
export function searchesComments(q: string): boolean {
  return wordsOf(foldCase(q)).some(([word]) => word === inComments);
}

/** The matches of the words and quoted phrases of a search. The first group of a phrase is its text without quotes. */
function wordsOf(folded: string): readonly RegExpExecArray[] {
  return [...folded.matchAll(/"([^"]*)(?:"|$)|\S+/g)];
}

/**
 * The terms of a search: folded texts, each of which the title or the description must contain. A term is a word, or a
 * phrase in double quotes with its spaces; the last quote may be missing. A term that is part of another one is omitted.
 */
export function searchTerms(q: string): readonly string[] {
  const { terms, whole } = parsed(q);
  return whole === undefined ? outermost(terms.map(({ text }) => unmarked(text))) : [whole];
}

/** The quoted phrases among the terms, in {@link foldCase}: a text must also contain them with their marks. */
export function exactTerms(q: string): readonly string[] {
  const { terms, whole } = parsed(q);
  if (whole !== undefined) return [];
  return outermost(terms.filter(({ isExact }) => isExact).map(({ text }) => text));
}

/** A word that is in quotes because it would be an operator in a query. Its marks make no difference. */
const isOperator = /^(?:-\S*|\S*[():]\S*)$/;

interface SearchTerm {
  readonly text: string;
  readonly isExact: boolean;
}

/** The terms of a search, or the whole search as one phrase; neither if it is empty. */
function parsed(q: string): { terms: readonly SearchTerm[]; whole?: string } {
  const text = foldCase(q).trim();
  const words = wordsOf(text);
  const asked = words.filter(([word]) => word !== inComments);
  const terms = asked
    .map(([word, phrase]) => ({
      text: phrase ?? word,
      isExact: phrase !== undefined && !isOperator.test(phrase),
    }))
    .filter((term) => unmarked(term.text).trim() !== '');
  // A search that has only quotation marks is literal.
  if (terms.length > 0 && new Set(terms.map((term) => unmarked(term.text))).size <= maxTerms)
    return { terms };
  const whole = unmarked(asked.length === words.length ? text : text.replace(inComments, '').trim());
  return whole === '' ? { terms: [] } : { terms: [], whole };
}

/** The texts that are not part of another one, each once. */
export function outermost(texts: readonly string[]): readonly string[] {
  const all = [...new Set(texts)];
  return all.filter((text) => !all.some((other) => other !== text && other.includes(text)));
}

/** Whether `wide` finds every bug that `narrow` finds. */
export function coversSearch(wide: string, narrow: string): boolean {
  if (searchesComments(narrow)) return wide === narrow;
  return [searchTerms, exactTerms].every((termsOf) => {
    const terms = termsOf(narrow);
    return termsOf(wide).every((part) => terms.some((term) => term.includes(part)));
  });
}

/** Whether `q` finds a bug by its title and description alone. An empty `q` finds all bugs. */
export function matchesSearch(bug: { title: string; description: string }, q: string): boolean {
  return matcherOf(q)(bug);
}

/** Returns {@link matchesSearch} for one `q`, prepared for many bugs. */
export function matcherOf(q: string): (bug: { title: string; description: string }) => boolean {
  const [finders, exact] = [searchTerms(q).map(finder), exactTerms(q).map(finder)];
  return (bug) => {
    const cased = [foldCase(bug.title), foldCase(bug.description)];
    const folded = cased.map(unmarked);
    return (
      finders.every((contains) => folded.some(contains)) && exact.every((contains) => cased.some(contains))
    );
  };
}

/** Up to this length of the needle, `includes` is used: it compares each character at most this many times. */
const short = 8;

/**
 * Returns a function that finds the needle in a text in linear time. The time of `includes` grows with the product of
 * both lengths for some texts, such as `aaabaaa` in a text of only `a`. Source: Knuth, Morris, Pratt, "Fast pattern
 * matching in strings", 1977.
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

/** Returns, for each prefix of the needle, the length of the longest shorter prefix that is also its suffix. */
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
