import type { BugFieldView, EditorProps } from '#web/lib/bug-field.ts';
import { fieldLabels } from '#web/lib/bug-labels.ts';
import { TextInput } from '#web/ui/TextInput.tsx';
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
  Editor: (props) => <ProseEditor {...props} minRows={8} />,
  isWide: true,
};

type Props = EditorProps<'title' | 'description'> & { minRows?: number; autoComplete?: string };

function ProseEditor({ onChange, bug: _, ...input }: Props) {
  return <TextInput {...input} onChange={({ target }) => onChange(target.value)} />;
}
