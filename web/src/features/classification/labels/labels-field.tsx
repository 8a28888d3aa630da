import type { QueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { maxLabels, type LabelRef } from '#contract/classification/label-field.ts';
import { labels, useLabels } from '#web/features/classification/data.ts';
import {
  BulkMany,
  changeText,
  columnIfAny,
  definitionOf,
  filterBy,
  filterText,
  namesOf,
  viewOf,
} from '#web/features/classification/definition-fields.tsx';
import { labelTexts, texts } from '#web/features/classification/texts.ts';
import type { BugFieldView, EditorProps, QuickProps } from '#web/lib/bugs/bug-field.ts';
import { isSameName } from '#web/lib/names.ts';
import { LabelChips, LabelInput, RowLabels } from './LabelInput.tsx';
import { FormInputs, usePendingInputs } from '#web/lib/form/Form.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions, DialogContent } from '#web/ui/Dialog.tsx';
import { ValueButton } from '#web/ui/inputs/ValueButton.tsx';
import styles from '#web/features/classification/classification.module.css';

export const labelsView: BugFieldView<'labels'> = {
  ...viewOf(labels),
  name: 'labels',
  label: labelTexts.title,
  initial: [],
  Shown: WhereOffered,
  text: (value) => (value.length === 0 ? texts.none : namesOf(labels, value)),
  toValue: (ids, { client, bug }) =>
    ids.map((id) => definitionOf(labels, client, id, bug.labels) ?? unknownLabel(id)),
  inAddress: { name: 'label', read: labelsInAddress },
  Value: LabelChips,
  moreColumns: columnIfAny(labels, {
    name: 'labels',
    label: labelTexts.title,
    width: 180,
    Cell: ({ bug }) => <RowLabels value={bug.labels} />,
  }),
  inRow: (value) => (value.length === 0 ? null : <RowLabels value={value} />),
  changeText: changeText(labels, labelTexts),
  Editor: LabelsEditor,
  isWide: true,
  Quick: QuickLabels,
  Bulk: ({ bugs, onChange }) => (
    <BulkMany
      kind={labels}
      texts={labelTexts}
      present={bugs.flatMap((bug) => bug.labels)}
      onChange={onChange}
    />
  ),
  ...filterBy(labels, 'label', labelTexts.filter),
  filterText: ({ label }, client) => filterText(labels, client, label, labelTexts),
};

function unknownLabel(id: string): LabelRef {
  return { _id: id, name: labelTexts.unknown, color: 'grey' };
}

/** The ids or names of labels that bugs can get, separated by commas. */
async function labelsInAddress(
  text: string,
  { client }: { client: QueryClient },
): Promise<string[] | undefined> {
  const all = await client.query(labels.query);
  const meant = text.split(',').map((part) => {
    const isMeant = ({ _id, name }: LabelRef) => _id === part.trim() || isSameName(name, part);
    return all.find((label) => !label.archived && isMeant(label))?._id;
  });
  const ids = [...new Set(meant.filter((id) => id !== undefined))].toSorted();
  return meant.includes(undefined) || ids.length > maxLabels.ofBug ? undefined : ids;
}

/** The field is shown if there are labels, or the user can create one. */
function WhereOffered({ children }: { children: ReactNode }) {
  return useLabels().isOffered && children;
}

function LabelsEditor({ value, onChange, bug, name: _, ...input }: EditorProps<'labels'>) {
  const { all, isOffered } = useLabels();
  if (!isOffered) return null;
  const known: readonly LabelRef[] = [...all, ...(bug?.labels ?? [])];
  return (
    <LabelInput
      {...input}
      value={value.map((id) => known.find(({ _id }) => _id === id) ?? unknownLabel(id))}
      onChange={(chosen) => onChange(chosen.map(({ _id }) => _id).toSorted())}
    />
  );
}

/** Edits the labels of a bug on its page. They are saved together. */
function QuickLabels({ label, name, value, onChange, children }: QuickProps<'labels'>) {
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
  function choose(next: readonly LabelRef[]) {
    latest.current = next;
    setChosen(next);
  }
  return (
    <>
      <DialogContent className={styles.labelsDialog}>
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

function idsOf(refs: readonly LabelRef[]): string {
  return refs
    .map(({ _id }) => _id)
    .toSorted()
    .join();
}
