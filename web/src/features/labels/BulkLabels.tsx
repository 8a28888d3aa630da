import type { LabelRef } from '#contract/classification/label-field.ts';
import type { BulkProps } from '#web/lib/bugs/bug-field.ts';
import { ButtonMenu } from '#web/ui/inputs/ButtonMenu.tsx';
import { byName } from '#web/lib/names.ts';
import { texts } from './texts.ts';
import { useLabels } from './use-labels.ts';

/** Adds a label to the selected bugs, or removes one that some of them have. */
export function BulkLabels({ bugs, onChange }: BulkProps<'labels'>) {
  const { usable } = useLabels();
  const present = [...new Map(bugs.flatMap(({ labels }) => labels).map((one) => [one._id, one])).values()];
  return (
    <>
      {usable.length > 0 && (
        <ButtonMenu
          label={texts.add}
          options={optionsOf(usable)}
          onChoose={(id) => onChange((ids) => [...ids.filter((other) => other !== id), id].toSorted())}
        />
      )}
      {present.length > 0 && (
        <ButtonMenu
          label={texts.remove}
          options={optionsOf(present.toSorted(byName))}
          onChoose={(id) => onChange((ids) => ids.filter((other) => other !== id))}
        />
      )}
    </>
  );
}

function optionsOf(labels: readonly LabelRef[]) {
  return labels.map(({ _id, name }) => ({ value: _id, label: name }));
}
