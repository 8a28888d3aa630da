import { type Language, type PluralForms, languages, pluralIn } from '#contract/languages.ts';

import { trackerLanguage } from './tracker.ts';

export { type Language, languages };

const key = 'language';

/** The language of the screens for the lifetime of the page: the chosen one, else the browser's. */
export const language: Language = chosenLanguage() ?? browserLanguage(navigator.languages, trackerLanguage);

/** The locale for words that `Intl` inserts into sentences: the browser's, if it is of the screens' language. */
export const languageLocale: string = localeFor(language, navigator.languages);

/** The locale for dates, times and numbers, in every language of the texts: the browser's own. */
export const locale: string = firstLocale(navigator.languages) ?? language;

/** The texts in the language of the screens. The compiler checks that every language has all texts that English has. */
export function inLanguage<T>(texts: { en: T } & Record<Language, NoInfer<T>>): T {
  return texts[language];
}

const plural = pluralIn(languageLocale);
const numbers = new Intl.NumberFormat(locale);
const lists = new Intl.ListFormat(languageLocale);
const choices = new Intl.ListFormat(languageLocale, { type: 'disjunction' });

/** A number in the format of the browser's locale. */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** A counted noun, as in "1 bug" and "2 bugs", by the plural rules of the screens' language. */
export function counted(count: number, forms: PluralForms): string {
  return `${formatNumber(count)} ${plural(count, forms)}`;
}

/** A list joined by "and", as in "one, two and three". */
export function listed(things: readonly string[]): string {
  return lists.format(things);
}

/** A list joined by "or", as in "one, two or three". */
export function alternatives(things: readonly string[]): string {
  return choices.format(things);
}

/** The browser's most preferred language that the screens support; else `otherwise`, if supported; else English. */
export function browserLanguage(wanted: readonly string[], otherwise = 'en'): Language {
  return [...wanted.map(languageOf), otherwise].find(isLanguage) ?? 'en';
}

/** The browser's most preferred usable locale. Some have locales that `Intl` rejects, such as `en-US@posix`. */
export function firstLocale(wanted: readonly string[]): string | undefined {
  return wanted.find(isLocale);
}

/** The first of the browser's locales in this language. */
export function localeFor(spoken: Language, wanted: readonly string[]): string {
  return firstLocale(wanted.filter((tag) => languageOf(tag) === spoken)) ?? spoken;
}

/** The language chosen in this browser, if any. */
export function chosenLanguage(): Language | undefined {
  try {
    const stored = localStorage.getItem(key) ?? '';
    return isLanguage(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Sets the language of the screens, or the browser's if `undefined`. The page is reloaded, because texts are looked up
 * once; typed text is stored as a draft, as at every other reload.
 */
export function chooseLanguage(chosen: Language | undefined): void {
  try {
    if (chosen === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, chosen);
  } catch {
    return;
  }
  location.reload();
}

function languageOf(tag: string): string {
  return tag.replace(/-.*/, '').toLowerCase();
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

function isLanguage(value: string): value is Language {
  return Object.hasOwn(languages, value);
}
