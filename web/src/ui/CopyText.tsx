import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useRef, useState } from 'react';
import { copyToClipboard } from './clipboard.ts';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { texts } from './texts.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const said = { no: '', copied: texts.copied, selected: texts.selected };

/** A text with a copy button. Without a clipboard, the text is selected instead. */
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
    <Row>
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
    </Row>
  );
}

const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: theme.spacing(2),
}));
