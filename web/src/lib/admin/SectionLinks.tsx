import { styled } from '@mui/material/styles';
import { createLink } from '@tanstack/react-router';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { useExtensions } from '#web/lib/extensions.ts';
import { isShown } from '#web/lib/feature.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { texts } from './texts.ts';

/** Links to the pages for admins, of every feature. */
export function SectionLinks() {
  const { state } = useAuth();
  const hasAdditions = useAdditions();
  const pages = useExtensions().adminPages.filter((page) => isShown(page, state, hasAdditions));
  return (
    <Row aria-label={texts.administration}>
      {pages.map(({ to, label }) => (
        <Tab key={to} to={to} activeOptions={{ includeSearch: false }}>
          {label}
        </Tab>
      ))}
    </Row>
  );
}

const Row = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: theme.spacing(5),
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}));

const Tab = createLink(
  styled('a')(({ theme }) => ({
    display: 'flex',
    alignItems: 'center',
    minHeight: theme.spacing(10),
    color: theme.vars.palette.text.secondary,
    fontWeight: theme.typography.fontWeightMedium,
    textDecoration: 'none',
    '&:hover': { color: theme.vars.palette.text.primary },
    '&[aria-current="page"]': {
      color: theme.vars.palette.text.primary,
      boxShadow: `inset 0 -2px ${theme.vars.palette.secondary.main}`,
    },
  })),
);
