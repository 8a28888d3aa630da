import type { CustomValue } from '#contract/classification/custom-field.ts';
import type { CustomKind } from '#contract/classification/custom-fields.ts';
import { locale } from '#web/language/language.ts';
import { texts } from './texts.ts';

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });

/** The text of a value of a field of this kind. */
export function valueText(kind: CustomKind | undefined, value: CustomValue | undefined): string {
  if (value === undefined) return texts.none;
  if (Array.isArray(value)) return value.map(({ name }) => name).join(', ');
  if (typeof value === 'object') return value.name;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') return numbers.format(value);
  return kind === 'date' ? days.format(new Date(`${value}T00:00:00Z`)) : value;
}
