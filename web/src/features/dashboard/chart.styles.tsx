import { styled } from '@mui/material/styles';

export const chartHeight = 200;

/** As high as the chart with its legend, so that nothing moves when they are loaded. */
export const ChartFrame = styled('div')({ minHeight: chartHeight + 28 });

/** Opened is outlined and resolved is filled, so that they differ without colour, too. */
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
