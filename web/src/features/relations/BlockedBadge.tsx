import { styled } from '@mui/material/styles';
import { counted } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { texts } from './texts.ts';

/** The badge of a blocked bug in its row. */
export function BlockedBadge({ bug: { blockedBy = 0 } }: { bug: Bug }) {
  return <Badge title={counted(blockedBy, texts.blockedBy)}>{texts.blocked}</Badge>;
}

const Badge = styled('span')(({ theme }) => ({
  flexShrink: 0,
  marginInlineStart: theme.spacing(2),
  paddingInline: theme.spacing(1.5),
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 6,
  fontSize: theme.typography.caption.fontSize,
  fontWeight: 550,
  lineHeight: 1.5,
  color: theme.vars.palette.text.primary,
  whiteSpace: 'nowrap',
}));
