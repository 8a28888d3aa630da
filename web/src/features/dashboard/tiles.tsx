import { styled } from '@mui/material/styles';
import { Surface } from '#web/ui/Surface.tsx';

const counts = new Intl.NumberFormat();
const tileHeight = 104;

/** One figure and what it counts. */
export function StatTile({ label, count }: { label: string; count: number }) {
  return (
    <Tile>
      <dt>{label}</dt>
      <dd>{counts.format(count)}</dd>
    </Tile>
  );
}

export const Tiles = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(132px, 1fr))',
  gap: theme.spacing(4),
  margin: 0,
}));

/** As high as the tiles, so that nothing moves when they come. */
export const SpinnerFrame = styled('div')({ display: 'grid', placeItems: 'center', minHeight: tileHeight });

const Tile = styled(Surface)(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  minHeight: tileHeight,
  padding: theme.spacing(4),
  '& dt': { ...theme.typography.body2, color: theme.vars.palette.text.secondary },
  '& dd': { ...theme.typography.h1, margin: 0, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
}));
