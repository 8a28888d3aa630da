import { styled } from '@mui/material/styles';
import { type LabelRef, labelColors } from '#contract/classification/label-field.ts';
import { shades } from './colors.ts';
import { byName } from '#web/lib/names.ts';
import { texts } from './texts.ts';

/** The labels of a bug on its page. */
export function LabelChips({ value }: { value: readonly LabelRef[] }) {
  if (value.length === 0) return texts.none;
  return (
    <Wrapped>
      {value.toSorted(byName).map((label) => (
        <LabelChip key={label._id} label={label} />
      ))}
    </Wrapped>
  );
}

/** The number of labels in a row; the rest are shown as a count. */
const inRow = 2;

/** The labels of a bug in a row, on one line. */
export function RowLabels({ value }: { value: readonly LabelRef[] }) {
  const sorted = value.toSorted(byName);
  const rest = sorted.slice(inRow);
  return (
    <Line>
      {sorted.slice(0, inRow).map((label) => (
        <LabelChip key={label._id} label={label} />
      ))}
      {rest.length > 0 && <span title={rest.map(({ name }) => name).join(', ')}>{`+${rest.length}`}</span>}
    </Line>
  );
}

export function LabelChip({ label: { name, color } }: { label: Pick<LabelRef, 'name' | 'color'> }) {
  return (
    <Chip data-color={color} title={name}>
      {name}
    </Chip>
  );
}

const Chip = styled('span')(({ theme }) => ({
  display: 'inline-block',
  minWidth: 0,
  maxWidth: '100%',
  padding: theme.spacing(0.5, 2),
  overflow: 'hidden',
  borderRadius: 11,
  fontSize: theme.typography.caption.fontSize,
  fontWeight: theme.typography.fontWeightMedium,
  lineHeight: 1.5,
  textOverflow: 'ellipsis',
  verticalAlign: 'middle',
  whiteSpace: 'nowrap',
  // If the system sets the colours, the shape is still visible.
  '@media (forced-colors: active)': { border: '1px solid' },
  ...Object.fromEntries(
    labelColors.map((color) => {
      const { light, dark } = shades[color];
      return [
        `&[data-color="${color}"]`,
        {
          color: light.onSoft,
          backgroundColor: light.soft,
          ...theme.applyStyles('dark', { color: dark.onSoft, backgroundColor: dark.soft }),
        },
      ];
    }),
  ),
}));

const Wrapped = styled('span')(({ theme }) => ({ display: 'flex', flexWrap: 'wrap', gap: theme.spacing(1) }));

const Line = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  marginInlineStart: theme.spacing(2),
  overflow: 'hidden',
  color: theme.vars.palette.text.secondary,
  // The others shrink first.
  '& > :first-of-type:not(:last-child)': { flexShrink: 0, maxWidth: '60%' },
}));
