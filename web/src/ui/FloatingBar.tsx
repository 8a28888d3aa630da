import { styled } from '@mui/material/styles';

/** The id of the live region for notices that float above the end of the window. */
export const noticesId = 'notices';

/** Floats above the end of the window, so that it stays visible while the page scrolls. */
export const Bar = styled('section')(({ theme }) => ({
  ...theme.typography.body2,
  position: 'sticky',
  insetBlockEnd: theme.spacing(4),
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(2, 4),
  padding: theme.spacing(3, 4),
  backgroundColor: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.control}`,
  borderRadius: theme.vars.shape.borderRadius,
  boxShadow: theme.shadows[4],
  fontVariantNumeric: 'tabular-nums',
  '&:focus': { outline: 'none' },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.secondary.main}` },
  // In a low window, such as one zoomed to 400 %, most of the page stays visible.
  '@media (max-height: 480px)': { maxHeight: '40vh', overflowY: 'auto', padding: theme.spacing(2) },
  '& label': { display: 'flex', flex: 1, alignItems: 'center', gap: theme.spacing(3) },
  '& progress': { flex: 1, minWidth: 0, accentColor: theme.vars.palette.secondary.main },
}));

/** The selection and its actions; below the report of the last action, if that is still shown. */
export const Chosen = styled('div')(({ theme }) => ({
  display: 'flex',
  flex: '1 0 100%',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(2, 4),
  // For a field without any choices.
  '& span:empty': { display: 'none' },
}));

/** Beside the buttons if there is room, else above them. */
export const Report = styled('div')(({ theme }) => ({
  flex: `1 1 ${theme.spacing(60)}`,
  minWidth: 0,
  maxHeight: '30vh',
  overflowY: 'auto',
  overflowWrap: 'anywhere',
  '& ul': {
    display: 'grid',
    gap: theme.spacing(1),
    margin: theme.spacing(2, 0, 0),
    paddingInlineStart: theme.spacing(5),
  },
}));
