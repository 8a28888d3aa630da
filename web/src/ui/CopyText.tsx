import { useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { copyToClipboard } from './clipboard.ts';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import styles from './CopyText.module.css';
import { texts } from './texts.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const said = { no: '', copied: texts.copied, selected: texts.selected };

/** A text with a copy button. If there is no clipboard, the button selects the text instead. */
export function CopyText({ label, text }: { label: string; text: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<keyof typeof said>('no');
  async function copy() {
    if (await copyToClipboard(text)) return setOutcome('copied');
    input.current?.focus();
    input.current?.select();
    setOutcome('selected');
  }
  return (
    <div className={styles.row}>
      <TextInput
        label={label}
        value={text}
        readOnly
        inputRef={input}
        onChange={() => undefined}
        {...(outcome === 'selected' && { helperText: said.selected })}
      />
      <Button variant="outlined" onClick={() => void copy()}>
        {outcome === 'copied' ? texts.copied : texts.copy}
      </Button>
      <VisuallyHidden role="status">{said[outcome]}</VisuallyHidden>
    </div>
  );
}
