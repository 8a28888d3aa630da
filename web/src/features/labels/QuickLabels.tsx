import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { styled } from '@mui/material/styles';
import { useRef, useState } from 'react';
import type { LabelRef } from '#contract/label-field.ts';
import type { QuickProps } from '#web/lib/bug-field.ts';
import { FormInputs, usePendingInputs } from '#web/lib/form/pending-inputs.ts';
import { ValueButton } from '#web/ui/ValueMenu.tsx';
import { LabelInput } from './LabelInput.tsx';
import { texts } from './texts.ts';

/** Edits the labels of a bug on its page. They are saved together. */
export function QuickLabels({ label, name, value, onChange, children }: QuickProps<'labels'>) {
  const [chosen, setChosen] = useState<readonly LabelRef[]>();
  const inputs = usePendingInputs();
  /** What is chosen once all labels are created, after which the dialog may be closed already. */
  const latest = useRef<readonly LabelRef[]>(undefined);
  function choose(labels: readonly LabelRef[] | undefined) {
    latest.current = labels;
    setChosen(labels);
  }
  const close = () => choose(undefined);
  function save() {
    const ids = (labels: readonly LabelRef[]) =>
      labels
        .map(({ _id }) => _id)
        .toSorted()
        .join();
    const labels = latest.current;
    close();
    if (labels && ids(labels) !== ids(value)) onChange([...labels]);
  }
  return (
    <>
      <ValueButton name={name} popup="dialog" isOpen={chosen !== undefined} onClick={() => choose(value)}>
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
          {chosen && (
            <FormInputs value={inputs}>
              <LabelInput
                label={label}
                value={chosen}
                onChange={(labels) => latest.current && choose(labels)}
                autoFocus
              />
            </FormInputs>
          )}
        </Content>
        <DialogActions>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button variant="contained" onClick={() => inputs.whenMade(save)}>
            {texts.save}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

const Content = styled(DialogContent)(({ theme }) => ({ paddingTop: theme.spacing(5) }));
