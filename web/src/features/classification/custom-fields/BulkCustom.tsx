import { useState } from 'react';
import { openable } from '#web/lib/keyboard/openable.tsx';
import type { CustomInput } from '#contract/classification/custom-field.ts';
import type { CustomField } from '#contract/classification/custom-fields.ts';
import { customFields, useDefinitions } from '#web/features/classification/data.ts';
import { optionsOf } from '#web/features/classification/definition-fields.tsx';
import { fieldTexts as texts } from '#web/features/classification/texts.ts';
import { counted } from '#web/language/language.ts';
import type { BulkProps } from '#web/lib/bugs/bug-field.ts';
import { ButtonMenu } from '#web/ui/inputs/ButtonMenu.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import styles from './BulkCustom.module.css';

const ValueDialog = openable(async () => (await import('./ValueDialog.tsx')).ValueDialog);

type Input = CustomInput | null;

/** How the chosen options change those of a bug. */
const ways = {
  add: (had: readonly string[], chosen: readonly string[]) => [...new Set([...had, ...chosen])],
  remove: (had: readonly string[], chosen: readonly string[]) => had.filter((id) => !chosen.includes(id)),
  replace: (_: readonly string[], chosen: readonly string[]) => chosen,
};

type Way = keyof typeof ways;

const wayOptions = (['add', 'remove', 'replace'] as const).map((value) => ({ value, label: texts[value] }));

/** Sets a field of any kind on the selected bugs; for multiple options, some can be added or removed. */
export function BulkCustom({ bugs, onChange }: BulkProps<'custom'>) {
  const { usable: fields } = useDefinitions(customFields);
  const [field, setField] = useState<CustomField>();
  const [way, setWay] = useState<Way>('add');
  if (fields.length === 0) return null;
  const isMany = field?.kind === 'options';

  function save({ _id, kind }: CustomField, input: Input) {
    onChange((values) => ({
      ...values,
      [_id]: kind === 'options' ? optionsBy(way, values[_id], input) : input,
    }));
  }

  return (
    <>
      <ButtonMenu
        label={texts.setField}
        options={optionsOf(fields)}
        onChoose={(id) => {
          setWay('add');
          setField(fields.find(({ _id }) => _id === id));
        }}
      />
      {field && (
        <ValueDialog
          title={texts.setFor(field.name, counted(bugs.length, texts.bug))}
          field={field}
          onSave={(input) => save(field, input)}
          onClose={() => setField(undefined)}
        >
          {isMany ? (
            <SelectInput
              label={texts.how}
              options={wayOptions}
              value={way}
              onChange={(chosen) => setWay(chosen as Way)}
            />
          ) : (
            <p className={styles.note}>{texts.emptyRemoves}</p>
          )}
        </ValueDialog>
      )}
    </>
  );
}

function optionsBy(way: Way, had: Input | undefined, chosen: Input): Input {
  const ids = ways[way](Array.isArray(had) ? had : [], Array.isArray(chosen) ? chosen : []);
  return ids.length === 0 ? null : ids.toSorted();
}
