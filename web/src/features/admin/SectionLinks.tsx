import { styled } from '@mui/material/styles';
import { createLink } from '@tanstack/react-router';
import { texts } from './texts.ts';
import { jobsTexts } from './jobs/texts.ts';
import { timesTexts } from './times/texts.ts';

/** The pages for admins, side by side. */
export function SectionLinks() {
  return (
    <Row aria-label={texts.administration}>
      <Tab to="/admin/users" activeOptions={{ includeSearch: false }}>
        {texts.users}
      </Tab>
      <Tab to="/admin/audit" activeOptions={{ includeSearch: false }}>
        {texts.audit}
      </Tab>
      <Tab to="/admin/jobs">{jobsTexts.title}</Tab>
      <Tab to="/admin/times">{timesTexts.title}</Tab>
    </Row>
  );
}

const Row = styled('nav')(({ theme }) => ({
  display: 'flex',
  gap: theme.spacing(5),
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
