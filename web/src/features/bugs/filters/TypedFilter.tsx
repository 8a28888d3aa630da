import { useState } from 'react';
import type { FieldFilter } from '#web/lib/query/field-filter.ts';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { filterTexts } from './texts.ts';
import type { ShownFilter } from './use-filters.ts';
import styles from './filters.module.css';

interface TypedProps {
  name: string;
  filter: FieldFilter | undefined;
  onChange: (filter: FieldFilter | undefined) => void;
}

type TypedFilter = NonNullable<ShownFilter['typed']>;

/** Whether controls cannot show a condition. */
export function isWritten({ field: { field }, filter }: TypedFilter): boolean {
  return filter?.kind === 'written' || (filter?.kind === 'any value' && field.kind === 'named');
}

/** The control of a filter by a typed value, by the field's kind. */
export function TypedControl({ field: { field }, filter, change, name }: TypedFilter & { name: string }) {
  const control = { name, filter, onChange: change };
  switch (field.kind) {
    case 'number':
    case 'day':
      return <RangeControl {...control} isDay={field.kind === 'day'} />;
    case 'text':
      return <TextControl {...control} />;
    default:
      return null;
  }
}

const all = { value: '', label: filterTexts.all };
const none = { value: 'none', label: filterTexts.none };

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

interface TextProps {
  label: string;
  type: 'text' | 'date' | 'number';
  value: string;
  onChange: (value: string) => void;
}

/** A typed value, which takes effect with Enter or when the input loses the focus; a complete day at once. */
function FilterText({ label, type, value, onChange }: TextProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    setTyped(value);
  }
  const read = readAs[type](typed);

  function take(text: string | undefined) {
    if (text !== undefined && text !== value) onChange(text);
  }

  return (
    <TextInput
      label={label}
      type={type === 'date' ? 'date' : 'text'}
      autoComplete="off"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        // A partially typed year is read as one in the first centuries.
        if (type === 'date' && target.value > '1000') take(target.value);
      }}
      onBlur={() => take(read)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take(read);
      }}
      error={read === undefined ? filterTexts.notNumber : undefined}
    />
  );
}

/** The typed value in query syntax; undefined if it is invalid. */
const readAs = {
  text: (typed: string) => typed.trim(),
  date: (typed: string) => typed,
  number(typed: string): string | undefined {
    const text = typed.trim().replace(',', '.');
    return text === '' || /^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? text : undefined;
  },
};
