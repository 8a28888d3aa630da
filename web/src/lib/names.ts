import { fold } from '#contract/bugs/search.ts';
import { languageLocale } from '#web/language/language.ts';

const collator = new Intl.Collator(languageLocale);

interface Named {
  readonly name: string;
}

/** Compares what has a name as people of the language sort it. */
export function byName(one: Named, other: Named): number {
  return collator.compare(one.name, other.name);
}

/** Whether both are the same name: they differ at most in case. */
export function isSameName(one: string, other: string): boolean {
  return fold(one.trim()) === fold(other.trim());
}
