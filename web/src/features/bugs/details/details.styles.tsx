import { keyframes, styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { changeTexts } from '#web/features/bugs/change/texts.ts';

/** The facts of a bug, and its text beside them; one below the other on narrow screens. */
export const DetailsGrid = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 264px',
  gap: theme.spacing(8),
  alignItems: 'start',
  '& > :first-of-type': { gridColumn: 2, gridRow: 1 },
  '& > :last-of-type': { display: 'grid', gap: theme.spacing(4), minWidth: 0 },
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: theme.spacing(5),
    '& > :first-of-type': { gridColumn: 1 },
  },
}));

/** Names and values. */
export const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(4),
  margin: 0,
  overflowWrap: 'anywhere',
  // Above the text, it should take as little height as possible.
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))',
    gap: theme.spacing(3, 4),
  },
  '& dt': { ...theme.typography.caption, color: theme.vars.palette.text.secondary },
  '& dd': { ...theme.typography.body2, margin: theme.spacing(1, 0, 0) },
}));

/** Secondary information beside the facts. */
export const QuietNote = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  margin: theme.spacing(4, 0, 0),
  color: theme.vars.palette.text.secondary,
  overflowWrap: 'anywhere',
}));

interface FactProps {
  label: string;
  /** The change is being saved. */
  isSaving?: boolean;
  children: ReactNode;
}

export function Fact({ label, isSaving = false, children }: FactProps) {
  return (
    <div>
      <dt>
        {label}
        {isSaving && <Late> {changeTexts.saving}</Late>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

const appear = keyframes({ from: { visibility: 'hidden' }, to: { visibility: 'visible' } });

/** Delayed, so that it does not appear for a fast response. */
const Late = styled('span')({ animation: `${appear} 1ms 400ms both` });
