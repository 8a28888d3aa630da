import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { formatNumber } from '#web/language/language.ts';
import type { BugFilter } from '#web/lib/api/bug-filter.ts';
import { TextLink } from '#web/ui/links.tsx';
import { Surface } from '#web/ui/Surface.tsx';

const tileHeight = 104;

/**
 * A number with its label; the whole tile links to the list of the counted bugs. Only the number is the link: with the
 * label, it would have the same name as a link of the bar.
 */
export function StatTile({ label, count, of }: { label: string; count: number; of: BugFilter }) {
  const id = useId();
  return (
    <Tile>
      <dt id={id}>{label}</dt>
      <dd>
        <TextLink to="/bugs" search={of} look="plain" aria-describedby={id}>
          {formatNumber(count)}
        </TextLink>
      </dd>
    </Tile>
  );
}

/** As many rows as needed, all of them full: with several rows, the first tile is a wide one. */
export const Tiles = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(5, 1fr)',
  gap: theme.spacing(4),
  margin: 0,
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: 'repeat(3, 1fr)',
    '& > :first-of-type': { gridColumn: 'span 2' },
  },
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'repeat(2, 1fr)', gap: theme.spacing(3) },
}));

/** As high as the tiles, so that nothing moves when they are loaded. */
export const SpinnerFrame = styled('div')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  minHeight: tileHeight,
  [theme.breakpoints.down('md')]: { minHeight: `calc(2 * ${tileHeight}px + ${theme.spacing(4)})` },
  [theme.breakpoints.down('sm')]: { minHeight: `calc(3 * ${tileHeight}px + 2 * ${theme.spacing(3)})` },
}));

const Tile = styled(Surface)(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  minHeight: tileHeight,
  padding: theme.spacing(4),
  '& dt': { ...theme.typography.body2, color: theme.vars.palette.text.secondary },
  '& dd': { ...theme.typography.h1, margin: 0, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
  '& a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
  '&:hover': { borderColor: theme.vars.palette.control },
  // The focus ring surrounds everything that the link covers.
  '& a:focus-visible': { outline: 'none' },
  '&:has(a:focus-visible)': { outline: `2px solid ${theme.vars.palette.secondary.main}`, outlineOffset: -2 },
}));
