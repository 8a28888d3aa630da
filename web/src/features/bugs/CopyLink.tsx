import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Bug } from '#contract/bugs.ts';
import { TextInput } from '#web/ui/TextInput.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { walkTexts } from './walk-texts.ts';

/** Takes along the address of a bug. Where the browser gives no clipboard, as without TLS, the address is selected instead. */
export function CopyLink({ bug }: { bug: Bug }) {
  const [outcome, setOutcome] = useState<'copied' | 'selected'>();
  const address = `${location.origin}/bugs/${bug._id}`;
  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      setOutcome('copied');
    } catch {
      setOutcome('selected');
    }
  }
  if (outcome === 'selected')
    return (
      <TextInput
        label={walkTexts.link}
        value={address}
        readOnly
        onChange={() => undefined}
        inputRef={select}
        helperText={walkTexts.linkSelected}
      />
    );
  return (
    <>
      <Button onClick={() => void copy()}>
        {outcome === 'copied' ? walkTexts.linkCopied : walkTexts.copyLink}
      </Button>
      <VisuallyHidden role="status">{outcome === 'copied' && walkTexts.linkCopied}</VisuallyHidden>
    </>
  );
}

function select(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
