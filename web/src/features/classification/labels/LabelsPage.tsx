import { useId, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { labelColors } from '#contract/classification/label-field.ts';
import {
  createLabelBody,
  deleteLabel,
  type Label,
  labelPermissions,
  updateLabel,
} from '#contract/classification/labels.ts';
import { labels, refreshing } from '#web/features/classification/data.ts';
import { DefinitionForm } from '#web/features/classification/DefinitionForm.tsx';
import {
  DefinitionsPage,
  descriptionColumn,
  type DialogProps,
  type FormProps,
  statusColumn,
} from '#web/features/classification/DefinitionsPage.tsx';
import { optionsOf } from '#web/features/classification/definition-fields.tsx';
import { DeleteDialog } from '#web/lib/admin/dialogs.tsx';
import { deleting, updating } from '#web/lib/admin/definition-mutations.ts';
import type { Column } from '#web/lib/admin/tables.tsx';
import { texts } from '#web/lib/admin/texts.ts';
import { FormSelect, FormText } from '#web/lib/form/fields.tsx';
import { problemOf } from '#web/lib/form/problem.ts';
import { byName } from '#web/lib/names.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '#web/ui/Dialog.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { LabelChip } from './LabelChips.tsx';
import { useCreateLabel } from './LabelInput.tsx';
import { pageTexts } from './page-texts.ts';

const useUpdateLabel = updating(updateLabel, refreshing(labels));
/** Deletes a label; its bugs get the label `into` instead, if given. */
const useDeleteLabel = deleting(deleteLabel, refreshing(labels));

const columns: readonly Column<Label>[] = [
  {
    label: pageTexts.label,
    cell: (label) => (
      <span>
        <LabelChip label={label} />
      </span>
    ),
  },
  descriptionColumn,
  statusColumn,
];

export function LabelsPage(): React.JSX.Element {
  return (
    <DefinitionsPage
      kind={labels}
      permission={labelPermissions.manage}
      texts={pageTexts}
      columns={columns}
      update={useUpdateLabel()}
      archiving={(archived) => ({ archived })}
      Form={LabelForm}
      Merge={MergeDialog}
      Delete={DeleteLabel}
    />
  );
}

const colorOptions = labelColors.map((value) => ({ value, label: pageTexts.colors[value] }));

type Typed = z.input<typeof createLabelBody>;
type Body = z.output<typeof createLabelBody>;

function LabelForm({ item, onClose }: FormProps<Label>) {
  const { name, color, description } = item ?? { name: '', color: 'grey' as const, description: '' };
  return (
    <DefinitionForm
      item={item}
      texts={pageTexts}
      schema={createLabelBody}
      defaultValues={{ name, color, description }}
      create={useCreateLabel()}
      update={useUpdateLabel()}
      onClose={onClose}
    >
      {(control) => (
        <>
          <FormSelect control={control} name="color" label={pageTexts.color} options={colorOptions} />
          <Preview control={control} />
          <FormText control={control} name="description" label={texts.description} autoComplete="off" />
        </>
      )}
    </DefinitionForm>
  );
}

function Preview({ control }: { control: Control<Typed, unknown, Body> }) {
  const [name, color] = useWatch({ control, name: ['name', 'color'] });
  return (
    <div aria-hidden>
      <LabelChip label={{ name: name.trim() || pageTexts.label, color }} />
    </div>
  );
}

/** Replaces a label with another one on all bugs. */
function MergeDialog({ item: label, items, onClose }: DialogProps<Label>) {
  const titleId = useId();
  const { mutate, isPending, error } = useDeleteLabel();
  const others = items.filter(({ _id }) => _id !== label._id);
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
          options={optionsOf(others.toSorted(byName))}
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

function DeleteLabel({ item, onClose }: DialogProps<Label>) {
  return <DeleteDialog item={item} texts={pageTexts} mutation={useDeleteLabel()} onClose={onClose} />;
}
