import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { texts } from './texts.ts';

export const chartHeight = 200;

/** As high as the chart and what explains its colours, so that nothing moves when it comes. */
export const ChartFrame = styled('div')({ minHeight: chartHeight + 28 });

/** Stands where the chart will be. */
export function ChartSkeleton() {
  return (
    <>
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      <Skeleton variant="rounded" height={chartHeight} />
    </>
  );
}

/** What is told apart: opened is outlined and resolved is solid, for those who see no colours. */
export const Chart = styled('figure')(({ theme }) => ({
  margin: 0,
  '& svg': { display: 'block', maxWidth: '100%', overflow: 'visible' },
  '& .opened': { fill: theme.vars.palette.error.soft, stroke: theme.vars.palette.error.main },
  '& .resolved': { fill: theme.vars.palette.success.main, stroke: theme.vars.palette.success.main },
  '& .grid': { stroke: theme.vars.palette.divider },
  '& text': { ...theme.typography.caption, fill: theme.vars.palette.text.secondary },
}));

export const Legend = styled('figcaption')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  gap: theme.spacing(4),
  height: 28,
  color: theme.vars.palette.text.secondary,
  '& svg': { display: 'inline', marginInlineEnd: theme.spacing(1.5) },
}));
