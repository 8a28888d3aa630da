import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

interface Props {
  severity?: 'error' | 'success' | 'info';
  title: string;
  text?: string | undefined;
  /** What one can do about it. */
  actions?: ReactNode;
}

/** Tells what happened, next to what it is about. Errors interrupt a screen reader, the rest waits its turn. */
export function Notice({ severity = 'error', title, text, actions }: Props) {
  return (
    <Alert severity={severity} icon={false} role={severity === 'error' ? 'alert' : 'status'}>
      <AlertTitle>{title}</AlertTitle>
      {text}
      {actions && <Actions>{actions}</Actions>}
    </Alert>
  );
}

const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(2),
  marginTop: theme.spacing(3),
}));
