import type { CustomValue as Value } from '#contract/classification/custom-field.ts';
import type { CustomKind } from '#contract/classification/custom-fields.ts';
import { Quiet } from '#web/features/classification/definition-fields.tsx';
import { fieldTexts } from '#web/features/classification/texts.ts';
import { locale } from '#web/language/language.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import styles from './CustomValue.module.css';

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });

interface Props {
  kind: CustomKind;
  value: Value | undefined;
  /** Whether it is in a row, where a URL is shown as its host. */
  isBrief?: boolean;
}

/** A value as shown on a bug's page and in rows: a URL is a link. */
export function CustomValue({ kind, value, isBrief = false }: Props) {
  if (value === undefined) return <Quiet>{fieldTexts.none}</Quiet>;
  // Other kinds of URLs may run scripts.
  if (kind === 'url' && typeof value === 'string' && /^https?:\/\//i.test(value))
    return (
      <a className={styles.address} href={value} rel="noopener noreferrer nofollow" title={value}>
        {isBrief && URL.canParse(value) ? new URL(value).host : value}
      </a>
    );
  if (kind === 'person' && typeof value === 'object' && !Array.isArray(value))
    return <PersonName id={value._id} name={value.name} />;
  return <span className={styles.text}>{valueText(kind, value)}</span>;
}

/** The text of a value of a field of this kind. */
export function valueText(kind: CustomKind | undefined, value: Value | undefined): string {
  if (value === undefined) return fieldTexts.none;
  if (Array.isArray(value)) return value.map(({ name }) => name).join(', ');
  if (typeof value === 'object') return value.name;
  if (typeof value === 'boolean') return value ? fieldTexts.yes : fieldTexts.no;
  if (typeof value === 'number') return numbers.format(value);
  return kind === 'date' ? days.format(new Date(`${value}T00:00:00Z`)) : value;
}
