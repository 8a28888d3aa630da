import { styled } from '@mui/material/styles';

/** Beside the list if there is room; else a sheet over its lower part, so that the active row stays visible. */
export const Panel = styled('aside')(({ theme }) => ({
  position: 'sticky',
  insetBlockStart: theme.spacing(17),
  maxHeight: `calc(100vh - ${theme.spacing(21)})`,
  overflowY: 'auto',
  padding: theme.spacing(4),
  backgroundColor: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  [theme.breakpoints.down('lg')]: {
    position: 'fixed',
    insetBlock: 'auto 0',
    insetInline: 0,
    zIndex: 3,
    maxHeight: '55vh',
    borderRadius: 0,
    boxShadow: theme.shadows[4],
  },
}));

export const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: theme.spacing(2),
  marginBottom: theme.spacing(4),
  overflowWrap: 'anywhere',
  '& h2': { minWidth: 0 },
}));

export const Number = styled('span')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontWeight: 400,
  fontVariantNumeric: 'tabular-nums',
}));

/** The facts first, then the text. */
export const OneColumn = styled('div')({
  '&& > div': { gridTemplateColumns: 'minmax(0, 1fr)' },
  '&& > div > :first-of-type': { gridColumn: 1 },
  '&& dl': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
});

/** As high as the window, with its own scrolling. */
export const BesidePanel = styled(Panel)(({ theme }) => ({
  height: `calc(100vh - ${theme.spacing(21)})`,
  paddingBlock: 0,
  // Stays visible while the bug scrolls.
  '& > div:first-of-type': {
    position: 'sticky',
    insetBlockStart: 0,
    zIndex: 2,
    paddingBlock: theme.spacing(3),
    marginBottom: theme.spacing(1),
    backgroundColor: theme.vars.palette.background.paper,
  },
}));
