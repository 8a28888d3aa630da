import { fold } from '#contract/bugs/search.ts';
import { composed } from '#contract/normalise.ts';

/* Names after an `@` and numbers after a `#`, in text as it is shown: the server notifies whom the browser marks. */

const anyOf = (scripts: readonly string[]) => scripts.map((name) => `\\p{scx=${name}}`).join('');
/** Scripts that have no spaces between words, or whose particles follow a name without one. */
const unspaced = anyOf(['Hani', 'Hira', 'Kana', 'Bopo', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr']);
/** Scripts in which a preposition is written together with the next word, as in `ל@דני`. */
const prefixing = anyOf(['Hebr', 'Arab', 'Syrc']);
const letterOutside = (scripts: string) => `(?![${scripts}\\ufe0e\\ufe0f])[\\p{L}\\p{N}\\p{M}]`;
/** The end of a word: a mark directly after it is a part of that word. */
const word = `${letterOutside(unspaced + prefixing)}_*`;
/** The end of a name or a number. */
const end = `(?!\\p{M}|_*${letterOutside(unspaced)})`;

/** The pattern of a `#` outside of words, entities and addresses. */
export const bugMark = `[#＃](?<!(?:${word}|[&#＃/])[#＃])`;
/** The pattern of an `@` outside of words, and of addresses that are not links, such as `social.example/@Bo`. */
export const personMark = `[@＠](?<!(?:${word}|[@＠]|[./][\\w.~%-]*/)[@＠])`;

const bugNumber = new RegExp(`${bugMark}([1-9]\\d{0,9})${end}`, 'gu');
const mark = new RegExp(`${personMark}(?=\\S)`, 'gu');
/** As in `@Bo@social.example`. */
const inAddress = '(?!@[\\w-]+\\.\\w)';
const endHere = new RegExp(end + inAddress, 'uy');
const endUnspaced = new RegExp(`(?!\\p{M})${inAddress}`, 'uy');
const unspacedLetter = new RegExp(`[${unspaced}]`, 'u');

/** The maximum number of names that are considered after one `@`, and in a text. */
const mostNames = { ofOne: 32, inAll: 4_000 };
/** A name that was typed has up to 100 code points once it is composed. */
const longestTyped = 200;

/** The references to bugs in a run of text: `value` is the number. */
export function bugNumbersIn(run: string): readonly { index: number; typed: string; value: string }[] {
  return [...run.matchAll(bugNumber)].map(({ index, 0: typed, 1: value = '' }) => ({ index, typed, value }));
}

/** A mention in a run of text. */
interface FoundMention<Person> {
  /** The position of the `@`. */
  readonly index: number;
  /** The name after it, as typed. */
  readonly typed: string;
  readonly person: Person;
}

/**
 * Returns a function that finds the mentions in the runs of a shown text, which must be passed in order. `whoHas`
 * returns the person with a name: undefined for no one, null for several. Of the names that may follow an `@`, the
 * longest that anyone has decides.
 */
export function mentionFinder<Person extends object | string>(
  whoHas: (name: string) => Person | null | undefined,
): (run: string) => FoundMention<Person>[] {
  let left = mostNames.inAll;
  return (run) => {
    const found: FoundMention<Person>[] = [];
    let from = 0;
    for (const { index } of run.matchAll(mark)) {
      if (left <= 0) break;
      const names = namesAt(run, index + 1);
      left -= names.length + 1;
      if (index < from) continue;
      for (const typed of names) {
        const person = whoHas(typed);
        if (person === undefined) continue;
        if (person !== null) found.push({ index, typed, person });
        from = index + 1 + typed.length;
        break;
      }
    }
    return found;
  };
}

/** The texts from `start` that end with a word, the longest first. */
function namesAt(text: string, start: number): string[] {
  const names: string[] = [];
  let at = start;
  for (let count = 0; count < longestTyped && names.length < mostNames.ofOne; count += 1) {
    const point = text.codePointAt(at);
    if (point === undefined) break;
    const character = String.fromCodePoint(point);
    at += character.length;
    if (character.trim() === '') continue;
    const ending = unspacedLetter.test(character) ? endUnspaced : endHere;
    ending.lastIndex = at;
    if (ending.test(text)) names.push(text.slice(start, at));
  }
  return names.toReversed();
}

/** Folded names, by name. Every mention is compared with all users: folding 10,000 names each time took 0.1 s. */
const folds = new Map<string, string>();
const mostFolds = 50_000;

function foldedOnce(name: string): string {
  const known = folds.get(name);
  if (known !== undefined) return known;
  if (folds.size >= mostFolds) folds.clear();
  const folded = fold(name);
  folds.set(name, folded);
  return folded;
}

/**
 * Returns a function that finds the user with a name: with exactly this one, or else regardless of case and marks. It
 * returns undefined for no one, null for several. `people` are pairs of a name and its owner, who may have several.
 */
export function ownersOf<Person>(
  people: Iterable<readonly [name: string, person: Person]>,
): (name: string) => Person | null | undefined {
  const exact = new Map<string, Set<Person>>();
  const folded = new Map<string, Set<Person>>();
  const add = (names: typeof exact, name: string, person: Person) => {
    const owners = names.get(name);
    if (owners) owners.add(person);
    else names.set(name, new Set([person]));
  };
  for (const [name, person] of people) {
    add(exact, composed(name), person);
    add(folded, foldedOnce(name), person);
  }
  return (name) => {
    const [owner, ...others] = exact.get(composed(name)) ?? folded.get(fold(name)) ?? [];
    return others.length > 0 ? null : owner;
  };
}
