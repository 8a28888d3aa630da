import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { LabelRef } from '#contract/label-field.ts';
import type { QuickProps } from '#web/lib/bug-field.ts';
import { ValueButton } from '#web/ui/ValueMenu.tsx';
import { LabelInput } from './LabelInput.tsx';
import { texts } from './texts.ts';

/** Edits the labels of a bug on its page. They are saved together. */
export function QuickLabels({ label, name, value, onChange, children }: QuickProps<'labels'>) {
  const [chosen, setChosen] = useState<readonly LabelRef[]>();
  const close = () => setChosen(undefined);
  function save() {
    close();
    const ids = (labels: readonly LabelRef[]) =>
      labels
        .map(({ _id }) => _id)
        .toSorted()
        .join();
    if (chosen && ids(chosen) !== ids(value)) onChange([...chosen]);
  }
  return (
    <>
      <ValueButton name={name} popup="dialog" isOpen={chosen !== undefined} onClick={() => setChosen(value)}>
        {children}
      </ValueButton>
      <Dialog
        open={chosen !== undefined}
        onClose={close}
        slotProps={{ paper: { 'aria-label': texts.edit } }}
        fullWidth
        maxWidth="xs"
        transitionDuration={{ enter: 120, exit: 0 }}
      >
        <Content>
          {chosen && <LabelInput label={label} value={chosen} onChange={setChosen} autoFocus />}
        </Content>
        <DialogActions>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button variant="contained" onClick={save}>
            {texts.save}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

const Content = styled(DialogContent)(({ theme }) => ({ paddingTop: theme.spacing(5) }));
