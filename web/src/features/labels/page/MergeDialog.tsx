import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import type { Label } from '#contract/classification/labels.ts';
import { texts } from '#web/lib/admin/texts.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { byName } from '#web/lib/names.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { useDeleteLabel } from '#web/features/labels/mutations.ts';
import { pageTexts } from './texts.ts';

interface Props {
  label: Label;
  labels: readonly Label[];
  onClose: () => void;
}

/** Replaces a label with another one on all bugs. */
export function MergeDialog({ label, labels, onClose }: Props) {
  const titleId = useId();
  const { mutate, isPending, error } = useDeleteLabel();
  const options = labels
    .filter(({ _id }) => _id !== label._id)
    .toSorted(byName)
    .map(({ _id, name }) => ({ value: _id, label: name }));
  const [into, setInto] = useState('');
  const [isMissing, setMissing] = useState(false);
  function choose(id: string) {
    setInto(id);
    setMissing(false);
  }
  function merge() {
    if (into === '') setMissing(true);
    else mutate({ id: label._id, into }, { onSuccess: onClose });
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{pageTexts.mergeTitle(label.name)}</DialogTitle>
      <DialogContent>
        <DialogContentText>{pageTexts.mergeText}</DialogContentText>
        {error && <Notice {...problemOf(pageTexts.mergeFailed, error)} />}
        <SelectInput
          label={pageTexts.into}
          options={options}
          value={into}
          onChange={choose}
          error={isMissing ? pageTexts.intoMissing : undefined}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {texts.cancel}
        </Button>
        <SubmitButton busy={isPending} onClick={merge}>
          {pageTexts.merge}
        </SubmitButton>
      </DialogActions>
    </Dialog>
  );
}
