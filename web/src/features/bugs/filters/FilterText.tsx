import { useState } from 'react';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { filterTexts } from './texts.ts';

interface Props {
  label: string;
  type: 'text' | 'date' | 'number';
  value: string;
  onChange: (value: string) => void;
}

/** A typed value, which takes effect with Enter or when the input loses the focus; a complete day at once. */
export function FilterText({ label, type, value, onChange }: Props) {
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
