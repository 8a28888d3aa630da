import { useRef, useState } from 'react';
import type { LabelRef } from '#contract/classification/label-field.ts';
import { labelTexts, texts } from '#web/features/classification/texts.ts';
import type { QuickProps } from '#web/lib/bugs/bug-field.ts';
import { FormInputs, usePendingInputs } from '#web/lib/form/Form.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions, DialogContent } from '#web/ui/Dialog.tsx';
import { ValueButton } from '#web/ui/inputs/ValueButton.tsx';
import { LabelInput } from './LabelInput.tsx';
import styles from './QuickLabels.module.css';

/** Edits the labels of a bug on its page. They are saved together. */
export function QuickLabels({ label, name, value, onChange, children }: QuickProps<'labels'>) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  function save(chosen: readonly LabelRef[]) {
    close();
    if (idsOf(chosen) !== idsOf(value)) onChange([...chosen]);
  }
  return (
    <>
      <ValueButton name={name} popup="dialog" isOpen={isOpen} onClick={() => setOpen(true)}>
        {children}
      </ValueButton>
      {isOpen && (
        <Dialog open onClose={close} aria-label={labelTexts.edit} maxWidth="xs">
          <Choice label={label} value={value} onSave={save} onCancel={close} />
        </Dialog>
      )}
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: readonly LabelRef[];
  onSave: (chosen: readonly LabelRef[]) => void;
  onCancel: () => void;
}

function Choice({ label, value, onSave, onCancel }: ChoiceProps) {
  const [chosen, setChosen] = useState(value);
  const inputs = usePendingInputs();
  /** The selection after all labels were created, before it is rendered. */
  const latest = useRef(value);
  function choose(labels: readonly LabelRef[]) {
    latest.current = labels;
    setChosen(labels);
  }
  return (
    <>
      <DialogContent className={styles.content}>
        <FormInputs value={inputs}>
          <LabelInput label={label} value={chosen} onChange={choose} autoFocus />
        </FormInputs>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button variant="contained" onClick={() => inputs.whenMade(() => onSave(latest.current))}>
          {texts.save}
        </Button>
      </DialogActions>
    </>
  );
}

function idsOf(labels: readonly LabelRef[]): string {
  return labels
    .map(({ _id }) => _id)
    .toSorted()
    .join();
}
