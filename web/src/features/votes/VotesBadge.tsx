import { styled } from '@mui/material/styles';
import { counted, formatNumber } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { strokeIcon } from '#web/ui/stroke-icon.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { extensionTexts } from './extension-texts.ts';

/** The number of users affected by a bug, in its row. */
export function VotesBadge({ bug: { votes = 0 } }: { bug: Bug }) {
  const said = counted(votes, extensionTexts.have);
  return (
    <Badge title={said}>
      <span aria-hidden>
        <PeopleIcon />
        {formatNumber(votes)}
      </span>
      <VisuallyHidden>{said}</VisuallyHidden>
    </Badge>
  );
}

const PeopleIcon = strokeIcon(
  'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM2.500 20c0-4 2.500-6 6.500-6s6.500 2 6.500 6M15 4.300a3.500 3.500 0 0 1 0 6.400M17.500 14.500c2.500.8 4 2.600 4 5.500',
);

const Badge = styled('span')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'inline-flex',
  alignItems: 'center',
  flexShrink: 0,
  paddingInlineStart: theme.spacing(2),
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  '& > span:first-of-type': { display: 'inline-flex', alignItems: 'center', gap: theme.spacing(0.5) },
  '& svg': { width: 16, height: 16 },
}));
