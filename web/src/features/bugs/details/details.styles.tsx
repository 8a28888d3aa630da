import { keyframes, styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { changeTexts } from '#web/features/bugs/change/texts.ts';

/** The text, and beside it what is known about it. */
export const DetailsGrid = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 240px',
  gap: theme.spacing(6),
  alignItems: 'start',
  [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

/** A text as it was typed: its lines and spaces stay, long words break. */
export const WrittenText = styled('div')({
  maxWidth: '72ch',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});

/** Names and values. */
export const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(4),
  margin: 0,
  overflowWrap: 'anywhere',
  '& dt': { ...theme.typography.caption, color: theme.vars.palette.text.secondary },
  '& dd': { ...theme.typography.body2, margin: theme.spacing(1, 0, 0) },
}));

/** What one may want to know beside the facts. */
export const QuietNote = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  margin: theme.spacing(4, 0, 0),
  color: theme.vars.palette.text.secondary,
  overflowWrap: 'anywhere',
}));

interface FactProps {
  label: string;
  /** It is on its way to the server. */
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

/** Shown where it takes a while, and not for an answer that comes at once. */
const Late = styled('span')({ animation: `${appear} 1ms 400ms both` });
