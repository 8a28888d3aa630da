import type { ReactNode } from 'react';
import type { FieldFilter } from '#web/lib/query/field-filter.ts';
import { AnyOfFilter } from '#web/lib/bugs/AnyOfFilter.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { PersonFilter } from '#web/features/bugs/fields/PersonFilter.tsx';
import { FilterText } from './FilterText.tsx';
import { filterTexts } from './texts.ts';
import type { FilteredField } from './use-field-filters.ts';
import styles from './FieldControl.module.css';

interface Props {
  field: FilteredField;
  onChange: (filter: FieldFilter | undefined) => void;
}

/** The control for a field's terms in the query, by the field's kind; also shows terms that it cannot edit. */
export function FieldControl({ field, onChange }: Props) {
  const { filter } = field;
  return (
    <div>
      {controlOf(field, onChange)}
      {filter?.kind === 'written' && (
        <p className={styles.written}>
          {filterTexts.written} <code>{filter.text}</code>{' '}
          <Button size="small" onClick={() => onChange(undefined)}>
            {filterTexts.remove}
          </Button>
        </p>
      )}
    </div>
  );
}

const all = { value: '', label: filterTexts.all };
const none = { value: 'none', label: filterTexts.none };

function controlOf({ field, named, filter }: FilteredField, onChange: Props['onChange']): ReactNode {
  const { name, kind } = field;
  const values = filter?.kind === 'among' ? filter.values : undefined;
  const choose = (chosen: string | undefined) =>
    onChange(chosen ? { kind: 'among', values: chosen } : undefined);
  switch (kind) {
    case 'named':
      return (
        <AnyOfFilter
          label={name}
          texts={{ all: filterTexts.all, without: filterTexts.none, unknown: filterTexts.unknown }}
          items={named}
          value={values}
          onChange={choose}
        />
      );
    case 'person':
      return <PersonFilter label={name} value={values} noneLabel={filterTexts.none} onChange={choose} />;
    case 'yes-no':
      return (
        <SelectInput
          label={name}
          options={[
            all,
            { value: 'yes', label: filterTexts.yes },
            { value: 'no', label: filterTexts.no },
            none,
          ]}
          value={values ?? ''}
          onChange={choose}
        />
      );
    case 'number':
    case 'day':
      return <RangeControl name={name} isDay={kind === 'day'} filter={filter} onChange={onChange} />;
    default:
      return <TextControl name={name} filter={filter} onChange={onChange} />;
  }
}

interface TypedProps {
  name: string;
  filter: FieldFilter | undefined;
  onChange: Props['onChange'];
}

function RangeControl({ name, isDay, filter, onChange }: TypedProps & { isDay: boolean }) {
  const given = filter?.kind === 'range' ? filter : { from: '', to: '' };
  const change = (bounds: { from: string; to: string }) =>
    onChange(bounds.from === '' && bounds.to === '' ? undefined : { kind: 'range', ...bounds });
  const type = isDay ? 'date' : 'number';
  return (
    <div className={styles.several} role="group" aria-label={name}>
      <ValueSelect name={name} filter={filter} onChange={onChange} />
      <FilterText
        label={filterTexts.from}
        type={type}
        value={given.from}
        onChange={(from) => change({ from, to: given.to })}
      />
      <FilterText
        label={filterTexts.to}
        type={type}
        value={given.to}
        onChange={(to) => change({ from: given.from, to })}
      />
    </div>
  );
}

function TextControl({ name, filter, onChange }: TypedProps) {
  return (
    <div className={styles.several} role="group" aria-label={name}>
      <ValueSelect name={name} filter={filter} onChange={onChange} />
      <FilterText
        label={filterTexts.contains}
        type="text"
        value={filter?.kind === 'contains' ? filter.text : ''}
        onChange={(text) => onChange(text === '' ? undefined : { kind: 'contains', text })}
      />
    </div>
  );
}

/** Selects whether there is a value; the control beside it has the value itself. */
function ValueSelect({ name, filter, onChange }: TypedProps) {
  const isNone = filter?.kind === 'among' && filter.values === 'none';
  const shown = { range: filterTexts.range, contains: filterTexts.contains };
  return (
    <SelectInput
      label={name}
      options={[all, { value: 'any', label: filterTexts.any }, none]}
      value={isNone ? 'none' : filter?.kind === 'any value' ? 'any' : ''}
      shown={filter?.kind === 'range' || filter?.kind === 'contains' ? shown[filter.kind] : undefined}
      onChange={(chosen) => {
        if (chosen === '') onChange(undefined);
        else onChange(chosen === 'any' ? { kind: 'any value' } : { kind: 'among', values: 'none' });
      }}
    />
  );
}
