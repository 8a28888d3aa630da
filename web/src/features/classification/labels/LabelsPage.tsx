import { inLanguage } from '#web/language/language.ts';
import { useId, useState } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import type * as z from 'zod/mini';
import { labelColors } from '#contract/classification/label-field.ts';
import {
  createLabelBody,
  deleteLabel,
  labelPermissions,
  updateLabel,
  type Label,
} from '#contract/classification/labels.ts';
import { labels, refreshing } from '#web/features/classification/data.ts';
import {
  DefinitionForm,
  DefinitionsPage,
  descriptionColumn,
  statusColumn,
  type DialogProps,
  type FormProps,
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
import { LabelChip, useCreateLabel } from './LabelInput.tsx';

const pageTexts = inLanguage({
  en: {
    title: 'Labels',
    create: 'Create label',
    empty: 'There are no labels yet.',
    failed: 'Failed to fetch the labels',
    saveFailed: 'Failed to save the label',
    deleteFailed: 'Failed to delete the label',
    label: 'Label',
    editTitle: 'Edit label',
    color: 'Colour',
    colors: {
      grey: 'Grey',
      red: 'Red',
      orange: 'Orange',
      yellow: 'Yellow',
      green: 'Green',
      teal: 'Teal',
      blue: 'Blue',
      indigo: 'Indigo',
      purple: 'Purple',
      pink: 'Pink',
    },
    merge: 'Merge',
    mergeTitle: (name: string) => `Merge “${name}”`,
    mergeText:
      'Bugs with this label get the other one instead, and this label is deleted. This action cannot be undone.',
    into: 'Merge into',
    intoMissing: 'Choose a label',
    mergeFailed: 'Failed to merge the label',
    deleteTitle: 'Delete label',
    deleteText: 'The label is removed from all bugs. This action cannot be undone.',
  },
  de: {
    title: 'Labels',
    create: 'Label anlegen',
    empty: 'Es gibt noch keine Labels.',
    failed: 'Die Labels konnten nicht geladen werden',
    saveFailed: 'Das Label konnte nicht gespeichert werden',
    deleteFailed: 'Das Label konnte nicht gelöscht werden',
    label: 'Label',
    editTitle: 'Label bearbeiten',
    color: 'Farbe',
    colors: {
      grey: 'Grau',
      red: 'Rot',
      orange: 'Apricot',
      yellow: 'Gelb',
      green: 'Grün',
      teal: 'Türkis',
      blue: 'Blau',
      indigo: 'Indigoblau',
      purple: 'Violett',
      pink: 'Rosa',
    },
    merge: 'Zusammenführen',
    mergeTitle: (name: string) => `„${name}“ zusammenführen`,
    mergeText:
      'Alle Bugs mit diesem Label bekommen stattdessen das andere, und dieses wird gelöscht. Das lässt sich nicht rückgängig machen.',
    into: 'Mit',
    intoMissing: 'Ein Label auswählen',
    mergeFailed: 'Das Label konnte nicht zusammengeführt werden',
    deleteTitle: 'Label löschen',
    deleteText: 'Das Label wird von allen Bugs entfernt. Das lässt sich nicht rückgängig machen.',
  },
});

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
