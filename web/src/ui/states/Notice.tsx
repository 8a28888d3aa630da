import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { ButtonRow } from '#web/ui/inputs/ButtonRow.tsx';

interface Props {
  severity?: 'error' | 'warning' | 'success' | 'info';
  title: string;
  text?: ReactNode;
  /** Buttons and links for the user's next step. */
  actions?: ReactNode;
}

/** A message next to the content it is about. Screen readers announce errors and warnings at once, the others when idle. */
export function Notice({ severity = 'error', title, text, actions }: Props) {
  return (
    <Box severity={severity} role={severity === 'error' || severity === 'warning' ? 'alert' : 'status'}>
      <Title>{title}</Title>
      {text}
      {actions && <Actions>{actions}</Actions>}
    </Box>
  );
}

const Box = styled('div', { shouldForwardProp: (name) => name !== 'severity' })<{
  severity: NonNullable<Props['severity']>;
}>(({ theme, severity }) => ({
  ...theme.typography.body2,
  padding: theme.spacing(4),
  scrollMarginBlock: theme.spacing(18),
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette[severity].soft,
  color: theme.vars.palette[severity].onSoft,
  overflowWrap: 'anywhere',
}));

const Title = styled('div')(({ theme }) => ({ ...theme.typography.body1, fontWeight: 600 }));

const Actions = styled(ButtonRow)(({ theme }) => ({ marginTop: theme.spacing(3) }));
