/** The languages of screens and mails, each by its own name. English is the first, and the fallback of the others. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/** The forms of a text by CLDR plural category; `other` is the fallback for missing categories. */
export type PluralForms = Readonly<{ other: string } & { [Category in Intl.LDMLPluralRule]?: string }>;

/** Chooses the form for a count by the rules of a locale. */
export function pluralIn(locale: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(locale);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}
