import { styled } from '@mui/material/styles';
import { ButtonRow } from './ButtonRow.tsx';

/** Stacks the parts of a form. */
const FormLayoutRoot = styled('form')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(4),
}));

/** Fields side by side if there is room. */
export const FieldRow = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 180px), 1fr))',
  gap: theme.spacing(4),
}));

/** The buttons at the end of a form. */
export const FormActions = styled(ButtonRow)({ justifyContent: 'flex-end' });

export function FormLayout(props: React.ComponentProps<'form'>) {
  return <FormLayoutRoot noValidate {...props} />;
}
