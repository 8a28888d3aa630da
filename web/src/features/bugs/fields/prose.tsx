import { maxDescription } from '#contract/bug-fields.ts';
import type { BugFieldView, EditorProps } from '#web/lib/bug-field.ts';
import { fieldLabels } from '#web/lib/bug-labels.ts';
import { TextInput } from '#web/ui/TextInput.tsx';
import { charactersLeft } from './allowance.ts';
import { fieldTexts } from './texts.ts';

const asItIs = (text: string) => text;

export const title: BugFieldView<'title'> = {
  name: 'title',
  label: fieldLabels.title,
  initial: '',
  text: asItIs,
  toValue: asItIs,
  Editor: (props) => <ProseEditor {...props} autoComplete="off" />,
  isWide: true,
  sort: { first: 'ascending', ...fieldTexts.titleSort },
};

export const description: BugFieldView<'description'> = {
  name: 'description',
  label: fieldLabels.description,
  initial: '',
  text: asItIs,
  toValue: asItIs,
  Editor: (props) => <ProseEditor {...props} minRows={8} max={maxDescription} />,
  isWide: true,
};

type Props = EditorProps<'title' | 'description'> & {
  minRows?: number;
  autoComplete?: string;
  /** The length at whose approach the rest is shown. */
  max?: number;
};

function ProseEditor({ onChange, bug: _, max, error, ...input }: Props) {
  const left = max === undefined ? undefined : charactersLeft(input.value, max);
  const hint = left === undefined ? undefined : fieldTexts.charactersLeft(left);
  const isTooLong = left !== undefined && left < 0;
  return (
    <TextInput
      {...input}
      onChange={({ target }) => onChange(target.value)}
      error={isTooLong ? hint : error}
      {...(hint !== undefined && { helperText: hint })}
    />
  );
}
