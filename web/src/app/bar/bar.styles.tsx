import { styled } from '@mui/material/styles';
import { createLink } from '@tanstack/react-router';
import { barHeight } from '#web/ui/bar-height.ts';
import { PlaceAnchor } from '#web/ui/links.tsx';

/** Below this width the links fold into a menu. */
export const barFolds = 'sm';

export const Bar = styled('header')(({ theme }) => ({
  position: 'sticky',
  insetBlockStart: 0,
  zIndex: theme.zIndex.appBar,
  backgroundColor: theme.vars.palette.background.paper,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}));

export const Inner = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: theme.spacing(6),
  minHeight: barHeight - 1,
  maxWidth: 1440,
  marginInline: 'auto',
  paddingInline: theme.spacing(6),
  [theme.breakpoints.down(barFolds)]: { paddingInline: theme.spacing(4) },
}));

export const TitleLink = createLink(
  styled('a')(({ theme }) => ({
    display: 'inline-flex',
    alignItems: 'center',
    gap: theme.spacing(2),
    minHeight: 36,
    marginBlock: theme.spacing(2),
    borderRadius: 6,
    color: 'inherit',
    fontWeight: 650,
    letterSpacing: '-0.01em',
    textDecoration: 'none',
    '& svg': { color: theme.vars.palette.success.main },
  })),
);

/** Holds the menu button, shown only on narrow screens, and the tools, whose width it reserves before they load. */
export const ToggleSlot = styled('div')(({ theme }) => ({
  display: 'none',
  flex: 1,
  justifyContent: 'flex-end',
  [theme.breakpoints.down(barFolds)]: { display: 'flex', alignItems: 'center' },
}));

export const Links = styled('nav')(({ theme }) => ({
  display: 'flex',
  flex: 1,
  alignItems: 'center',
  gap: theme.spacing(1),
  '& > span': { flex: 1 },
  // As quiet as the links.
  '& > button:not([aria-haspopup])': { color: theme.vars.palette.text.secondary, fontWeight: 500 },
  [theme.breakpoints.down(barFolds)]: {
    display: 'none',
    flex: '1 0 100%',
    flexDirection: 'column',
    alignItems: 'stretch',
    paddingBlock: theme.spacing(2),
    '&[data-open="true"]': { display: 'flex' },
    '& > span': { display: 'none' },
    '& > button': { minHeight: 44, justifyContent: 'flex-start', paddingInline: theme.spacing(3) },
  },
}));

export const NavLink = createLink(PlaceAnchor);
