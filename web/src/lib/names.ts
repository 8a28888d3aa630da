import { nameKey } from '#contract/bugs/search.ts';
import { languageLocale } from '#web/language/language.ts';

const collator = new Intl.Collator(languageLocale);

interface Named {
  readonly name: string;
}

/** Compares named items by name, in the order of the language. */
export function byName(one: Named, other: Named): number {
  return collator.compare(one.name, other.name);
}

/** Whether two names are the same except for case. */
export function isSameName(one: string, other: string): boolean {
  return nameKey(one.trim()) === nameKey(other.trim());
}
