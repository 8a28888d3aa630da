import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { isSameInput } from '#contract/field.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugFieldView, BugInput } from '#web/lib/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { inputOf } from '#web/features/bugs/form/bug-form.ts';
import { shortName } from '#web/features/bugs/form/short-name.ts';
import type { FieldChange } from './field-change.ts';
import { changeTexts } from './texts.ts';

interface Props {
  /** The change that resolves a bug. */
  change: FieldChange;
  onChange: (change: FieldChange) => void;
  onClose: () => void;
}

/**
 * Asks for what goes with the status of a bug that becomes resolved. The focus is on the button that resolves it, so that
 * Enter alone does so without an answer.
 */
export function ResolveDialog({ change, onChange, onClose }: Props) {
  const id = useId();
  const client = useQueryClient();
  const fields = useBugFields().filter(({ Resolving }) => Resolving);
  const { seen, wanted } = change;
  const before = inputOf(seen);
  const [inputs, setInputs] = useState(before);

  function resolve() {
    const changed = fields.filter(({ name }) => !isSameInput(inputs[name], before[name]));
    const values = changed.map((field) => [field.name, valueOf(field, inputs)]);
    onChange({
      ...change,
      also: changed.map(({ name }) => name),
      wanted: { ...wanted, ...(Object.fromEntries(values) as Partial<Bug>) },
    });
  }
  const valueOf = ({ name, toValue }: BugFieldView, { [name]: input }: BugInput) =>
    toValue(input, { client, bug: seen });

  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      fullWidth
      maxWidth="xs"
      transitionDuration={{ enter: 120, exit: 0 }}
    >
      <DialogTitle id={id}>{changeTexts.resolveTitle(shortName(seen))}</DialogTitle>
      <Content>
        {fields.map(
          ({ name, Resolving }) =>
            Resolving && (
              <Resolving
                key={name}
                bug={seen}
                inputs={inputs}
                onChange={(some) => setInputs((all) => ({ ...all, ...some }))}
              />
            ),
        )}
      </Content>
      <DialogActions>
        <Button onClick={onClose}>{changeTexts.cancel}</Button>
        <Button variant="contained" autoFocus onClick={resolve}>
          {changeTexts.resolve}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const Content = styled(DialogContent)(({ theme }) => ({ display: 'grid', gap: theme.spacing(4) }));
