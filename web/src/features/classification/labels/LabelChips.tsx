import type { LabelColor, LabelRef } from '#contract/classification/label-field.ts';
import { texts } from '#web/features/classification/texts.ts';
import { byName } from '#web/lib/names.ts';
import styles from './LabelChips.module.css';

/** The labels of a bug on its page. */
export function LabelChips({ value }: { value: readonly LabelRef[] }) {
  if (value.length === 0) return texts.none;
  return (
    <span className={styles.wrapped}>
      {value.toSorted(byName).map((label) => (
        <LabelChip key={label._id} label={label} />
      ))}
    </span>
  );
}

/** The number of labels in a row; the rest are shown as a count. */
const inRow = 2;

/** The labels of a bug in a row, on one line. */
export function RowLabels({ value }: { value: readonly LabelRef[] }) {
  const sorted = value.toSorted(byName);
  const rest = sorted.slice(inRow);
  return (
    <span className={styles.line}>
      {sorted.slice(0, inRow).map((label) => (
        <LabelChip key={label._id} label={label} />
      ))}
      {rest.length > 0 && <span title={rest.map(({ name }) => name).join(', ')}>{`+${rest.length}`}</span>}
    </span>
  );
}

export function LabelChip({ label: { name, color } }: { label: Pick<LabelRef, 'name' | 'color'> }) {
  const { light, dark } = shades[color];
  return (
    <span
      className={styles.chip}
      title={name}
      style={{
        color: `light-dark(${light.onSoft}, ${dark.onSoft})`,
        backgroundColor: `light-dark(${light.soft}, ${dark.soft})`,
      }}
    >
      {name}
    </span>
  );
}

interface Shade {
  readonly soft: string;
  readonly onSoft: string;
}

/** The shades of a label's colour: its background, and the text on it with a contrast of at least 4.5:1. */
export const shades: Readonly<Record<LabelColor, { readonly light: Shade; readonly dark: Shade }>> = {
  grey: { light: { soft: '#e7eae8', onSoft: '#3b433e' }, dark: { soft: '#333b36', onSoft: '#dfe5e1' } },
  red: { light: { soft: '#fbe0de', onSoft: '#8a1b15' }, dark: { soft: '#521f1c', onSoft: '#ffc9c3' } },
  orange: { light: { soft: '#fce4cf', onSoft: '#7f3d08' }, dark: { soft: '#50300f', onSoft: '#fbd2ac' } },
  yellow: { light: { soft: '#f8eebb', onSoft: '#655000' }, dark: { soft: '#453809', onSoft: '#f3e095' } },
  green: { light: { soft: '#d9f0de', onSoft: '#18572b' }, dark: { soft: '#1a4127', onSoft: '#bce8c8' } },
  teal: { light: { soft: '#d1efec', onSoft: '#0d5551' }, dark: { soft: '#11403d', onSoft: '#aee6e1' } },
  blue: { light: { soft: '#d9e8fb', onSoft: '#154a8a' }, dark: { soft: '#1a3a61', onSoft: '#c1dcfa' } },
  indigo: { light: { soft: '#e4e5fb', onSoft: '#3335a0' }, dark: { soft: '#303272', onSoft: '#d0d3ff' } },
  purple: { light: { soft: '#efdffa', onSoft: '#66228f' }, dark: { soft: '#482260', onSoft: '#e6caf7' } },
  pink: { light: { soft: '#fbdcec', onSoft: '#8a1a57' }, dark: { soft: '#581a3c', onSoft: '#f9c8df' } },
};
