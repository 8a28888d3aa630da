import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { ButtonRow } from '#web/ui/inputs/ButtonRow.tsx';

/** One line with the reason why a list is empty, and one action. */
export function EmptyState({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <Frame>
      <p>{text}</p>
      {action && <Actions>{action}</Actions>}
    </Frame>
  );
}

const Frame = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: theme.spacing(4),
  paddingBlock: theme.spacing(16),
  [theme.breakpoints.down('md')]: { paddingBlock: theme.spacing(8) },
  paddingInline: theme.spacing(4),
  textAlign: 'center',
  color: theme.vars.palette.text.secondary,
  '& p': { maxWidth: '72ch', margin: 0, overflowWrap: 'anywhere' },
}));

const Actions = styled(ButtonRow)({ justifyContent: 'center' });
