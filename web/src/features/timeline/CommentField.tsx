import type { KeyboardEvent, Ref } from 'react';
import { maxComment } from '#contract/comments.ts';
import { TextInput } from '#web/ui/TextInput.tsx';
import { texts } from './texts.ts';

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** By Ctrl+Enter, on a Mac Cmd+Enter. */
  onSubmit: () => void;
  readOnly: boolean;
  inputRef?: Ref<HTMLInputElement>;
  placeholder?: string;
}

/** Counted from so few characters left on. */
const near = 1_000;

/** The text of a comment, with a count of what is left near the end. */
export function CommentField({ value, onChange, onSubmit, ...field }: Props) {
  // The server counts code points.
  const left = value.length < maxComment - near ? near + 1 : maxComment - [...value].length;
  function submit({ key, ctrlKey, metaKey }: KeyboardEvent) {
    if (key === 'Enter' && (ctrlKey || metaKey)) onSubmit();
  }
  return (
    <TextInput
      {...field}
      minRows={3}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={submit}
      error={left < 0 ? texts.charactersLeft(left) : undefined}
      {...(left >= 0 && left <= near && { helperText: texts.charactersLeft(left) })}
    />
  );
}
