import { useRef } from 'react';
import { AttachIcon } from './icons.tsx';
import { fileTexts } from './texts.ts';
import { IconButton } from '#web/ui/Button.tsx';

interface Props {
  disabled: boolean;
  onChoose: (files: readonly File[]) => void;
}

/** Opens the browser's file dialog. */
export function AttachButton({ disabled, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={fileTexts.attach}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          // Reset, so that the same file can be chosen again.
          target.value = '';
        }}
      />
      <IconButton
        size="small"
        className="attach"
        aria-label={fileTexts.attach}
        title={fileTexts.attachHint}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        <AttachIcon />
      </IconButton>
    </>
  );
}
