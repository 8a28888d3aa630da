import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { styled } from '@mui/material/styles';
import { PersonInput, type PersonInputProps } from './PersonInput.tsx';
import { fieldTexts } from './texts.ts';

interface Props extends PersonInputProps {
  onClose: () => void;
}

/** The choice of a user from a menu, where there are too many for one. It is done with the choice. */
export function PersonDialog({ onClose, ...input }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': input.label } }}
      fullWidth
      maxWidth="xs"
    >
      <Content>
        <PersonInput {...input} autoFocus />
      </Content>
      <DialogActions>
        <Button onClick={onClose}>{fieldTexts.person.cancel}</Button>
      </DialogActions>
    </Dialog>
  );
}

const Content = styled(DialogContent)(({ theme }) => ({ paddingTop: theme.spacing(5) }));
