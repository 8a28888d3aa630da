import { type ReactNode, useId, useState } from 'react';
import type { FieldFilter } from '#web/lib/query/field-filter.ts';
import { AnyOfFilter } from '#web/lib/bugs/AnyOfFilter.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Popover } from '#web/ui/Popover.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { PersonFilter } from '#web/features/bugs/fields/assignee.tsx';
import { filterTexts } from './texts.ts';
import type { FilteredField, useFieldFilters } from './MoreFilters.tsx';
import styles from './filters.module.css';

interface Props {
  anchor: HTMLElement;
  filters: ReturnType<typeof useFieldFilters>;
  onClose: () => void;
}

/** A control for each field. Choices take effect at once. */
export function FilterMenu({ anchor, filters, onClose }: Props) {
  const heading = useId();
  const { fields, count, isUnderstood, set, clear } = filters;

  function close() {
    // Typed values take effect when the input loses the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onClose();
  }

  return (
    <Popover anchor={anchor} onClose={close} aria-labelledby={heading} align="end">
      <div className={styles.frame}>
        <h2 id={heading}>{filterTexts.title}</h2>
        {isUnderstood ? (
          fields.map((field) => (
            <FieldControl key={field.field.key} field={field} onChange={(filter) => set(field, filter)} />
          ))
        ) : (
          <p>{filterTexts.notUnderstood}</p>
        )}
        <footer>
          <Button size="small" disabled={count === 0} onClick={clear}>
            {filterTexts.clear}
          </Button>
          <Button size="small" variant="outlined" onClick={close}>
            {filterTexts.done}
          </Button>
        </footer>
      </div>
    </Popover>
  );
}

interface ControlProps {
  field: FilteredField;
  onChange: (filter: FieldFilter | undefined) => void;
}

/** The control for a field's terms in the query, by the field's kind; also shows terms that it cannot edit. */
export function FieldControl({ field, onChange }: ControlProps) {
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

function controlOf({ field, named, filter }: FilteredField, onChange: ControlProps['onChange']): ReactNode {
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
  onChange: ControlProps['onChange'];
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

interface TextProps {
  label: string;
  type: 'text' | 'date' | 'number';
  value: string;
  onChange: (value: string) => void;
}

/** A typed value, which takes effect with Enter or when the input loses the focus; a complete day at once. */
export function FilterText({ label, type, value, onChange }: TextProps) {
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
        // A partially typed year is one of the first centuries.
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
