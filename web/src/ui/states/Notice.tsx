import { keyframes, styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { ButtonRow } from '#web/ui/inputs/ButtonRow.tsx';

interface Props {
  severity?: 'error' | 'warning' | 'success' | 'info';
  title: string;
  text?: ReactNode;
  /** Buttons and links for the user's next step. */
  actions?: ReactNode;
}

/**
 * A message next to the content it is about. Screen readers announce it when idle, but the titles of errors and
 * warnings at once: only the title is the alert, so that its text is exactly that of the specification.
 */
export function Notice({ severity = 'error', title, text, actions }: Props) {
  const isUrgent = severity === 'error' || severity === 'warning';
  return (
    <Box severity={severity}>
      {isUrgent ? (
        <>
          <Title role="alert">{title}</Title>
          {text !== undefined && (
            <div aria-live="polite">
              <Late>{text}</Late>
            </div>
          )}
        </>
      ) : (
        <div role="status">
          <Title>{title}</Title>
          {text !== undefined && <div>{text}</div>}
        </div>
      )}
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

const appear = keyframes({ from: { visibility: 'hidden' }, to: { visibility: 'visible' } });

/** Appears a moment after its live region: screen readers only announce changes in a region that they already know. */
const Late = styled('div')({ animation: `${appear} 1ms 50ms both` });

const Actions = styled(ButtonRow)(({ theme }) => ({ marginTop: theme.spacing(3) }));
