import { languageLocale } from '#web/language/language.ts';

const collator = new Intl.Collator(languageLocale);

/** Compares components as people of the language sort them. */
export function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return collator.compare(one.name, other.name);
}
