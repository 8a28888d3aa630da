import type { QueryClient } from '@tanstack/react-query';
import type { CustomInput, CustomValue as Value } from '#contract/classification/custom-field.ts';
import { appliesTo, type CustomField, type CustomKind } from '#contract/classification/custom-fields.ts';
import { customFields, known, usable, useDefinitions } from '#web/features/classification/data.ts';
import { fieldTexts } from '#web/features/classification/texts.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type {
  BugFieldView,
  BulkProps,
  ChangedPart,
  FactsProps,
  MoreColumn,
} from '#web/lib/bugs/bug-field.ts';
import { CustomEditor } from './FieldInput.tsx';
import { CustomValue, QuickValue, valueText } from './CustomValue.tsx';
import { useState } from 'react';
import { openable } from '#web/lib/keyboard/openable.tsx';
import { optionsOf } from '#web/features/classification/definition-fields.tsx';
import { counted } from '#web/language/language.ts';
import { ButtonMenu } from '#web/ui/inputs/ButtonMenu.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import styles from '#web/features/classification/classification.module.css';

export const customView: BugFieldView<'custom'> = {
  name: 'custom',
  label: fieldTexts.title,
  initial: {},
  text: textOf,
  toValue: (_, { bug }) => bug.custom,
  Facts: CustomFacts,
  Change: CustomChange,
  moreColumns: customColumns,
  Editor: CustomEditor,
  isWide: true,
  hasParts: true,
  Bulk: BulkCustom,
};

/** The values with the names of their fields, if known. */
function textOf(values: Bug['custom'], client?: QueryClient): string {
  const fields = client ? known(customFields, client) : [];
  const all = fields.flatMap(({ _id, name, kind }) =>
    values[_id] === undefined ? [] : [`${name}: ${valueText(kind, values[_id])}`],
  );
  return all.join('; ') || fieldTexts.none;
}

/** The fields that apply to the component, and others in which the bug has a value. */
function CustomFacts({ bug, onChange, children }: FactsProps<'custom'>) {
  return useDefinitions(customFields)
    .all.filter(
      (field) =>
        bug.custom[field._id] !== undefined ||
        (!field.archived && appliesTo(field, bug.component?._id ?? null)),
    )
    .map((field) => {
      const { _id, name, kind, archived } = field;
      const value = bug.custom[_id];
      const shown = <CustomValue kind={kind} value={value} />;
      const isChanged = onChange && !archived;
      return children({
        key: _id,
        label: name,
        isEmpty: value === undefined,
        value: isChanged ? (
          <QuickValue
            field={field}
            value={value}
            onChange={(wanted) => onChange(withValue(bug.custom, _id, wanted), partOf(field))}
          >
            {shown}
          </QuickValue>
        ) : (
          shown
        ),
      });
    });
}

function withValue(values: Bug['custom'], id: string, value: Value | undefined): Bug['custom'] {
  const { [id]: _, ...others } = values;
  const all = value === undefined ? others : { ...others, [id]: value };
  // Sorted like the stored values, with which it is compared.
  return Object.fromEntries(Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function partOf({ _id, name, kind }: CustomField): ChangedPart {
  return { label: name, text: (values) => valueText(kind, (values as Bug['custom'])[_id]) };
}

interface ChangeProps {
  from: Bug['custom'];
  to: Bug['custom'];
}

/** A change of fields, with their current names, including archived ones. */
function CustomChange({ from, to }: ChangeProps) {
  const { all } = useDefinitions(customFields);
  const ids = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  const placeOf = (id: string) => all.findIndex(({ _id }) => _id === id);
  const phrases = ids
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((id) => {
      const { name = fieldTexts.unknown, kind } = all.find(({ _id }) => _id === id) ?? {};
      const [before, after] = [valueText(kind, from[id]), valueText(kind, to[id])];
      if (from[id] === undefined) return fieldTexts.set(name, after);
      return to[id] === undefined
        ? fieldTexts.removed(name, before)
        : fieldTexts.changed(name, before, after);
    });
  return phrases.join('; ');
}

/** In pixels. */
const widths: Record<CustomKind, number> = {
  text: 180,
  number: 108,
  date: 120,
  option: 132,
  options: 164,
  person: 164,
  boolean: 92,
  url: 164,
};

/** A column for each field in use. */
export function customColumns(client: QueryClient): readonly MoreColumn[] {
  return usable(known(customFields, client)).map(({ _id, name, kind }) => ({
    name: `custom.${_id}`,
    label: name,
    width: widths[kind],
    Cell({ bug }) {
      const value = bug.custom[_id];
      return value === undefined ? null : <CustomValue kind={kind} value={value} isBrief />;
    },
  }));
}

const ValueDialog = openable(async () => (await import('./ValueDialog.tsx')).ValueDialog);

type Input = CustomInput | null;

/** How the chosen options change those of a bug. */
const ways = {
  add: (had: readonly string[], chosen: readonly string[]) => [...new Set([...had, ...chosen])],
  remove: (had: readonly string[], chosen: readonly string[]) => had.filter((id) => !chosen.includes(id)),
  replace: (_: readonly string[], chosen: readonly string[]) => chosen,
};

type Way = keyof typeof ways;

const wayOptions = (['add', 'remove', 'replace'] as const).map((value) => ({
  value,
  label: fieldTexts[value],
}));

/** Sets a field of any kind on the selected bugs; for multiple options, some can be added or removed. */
function BulkCustom({ bugs, onChange }: BulkProps<'custom'>) {
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
        label={fieldTexts.setField}
        options={optionsOf(fields)}
        onChoose={(id) => {
          setWay('add');
          setField(fields.find(({ _id }) => _id === id));
        }}
      />
      {field && (
        <ValueDialog
          title={fieldTexts.setFor(field.name, counted(bugs.length, fieldTexts.bug))}
          field={field}
          onSave={(input) => save(field, input)}
          onClose={() => setField(undefined)}
        >
          {isMany ? (
            <SelectInput
              label={fieldTexts.how}
              options={wayOptions}
              value={way}
              onChange={(chosen) => setWay(chosen as Way)}
            />
          ) : (
            <p className={styles.note}>{fieldTexts.emptyRemoves}</p>
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
