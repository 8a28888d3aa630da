import { composed } from './normalise.ts';

/**
 * The form in which texts are searched and sorted: case and the two ways of typing an accented letter make no
 * difference, anything else does. Server and client share it, so that both find the same bugs.
 */
export function fold(text: string): string {
  return composed(text).toLowerCase();
}

/** Whether a bug is found by `q`: its title or its description contains it, both folded. An empty `q` finds all. */
export function matchesSearch(bug: { title: string; description: string }, q: string): boolean {
  return matcherOf(q)(bug);
}

/** The same for many bugs and one `q`. */
export function matcherOf(q: string): (bug: { title: string; description: string }) => boolean {
  const contains = finder(fold(q));
  return ({ title, description }) => contains(fold(title)) || contains(fold(description));
}

/** Up to this length the engine's own search compares each character with at most so many. */
const short = 8;

/**
 * Whether texts contain the needle, in time linear to their length. The engine's own search takes the product of both
 * lengths for some: `aaabaaa` in nothing but `a`. Source: Knuth, Morris, Pratt, "Fast pattern matching in strings", 1977.
 */
function finder(needle: string): (text: string) => boolean {
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

/** For each beginning of the needle, the length of the longest shorter one that it ends with. */
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
