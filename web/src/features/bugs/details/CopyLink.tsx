import { useState } from 'react';
import { useAdditions } from '#web/lib/api/back-end.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { Button } from '#web/ui/Button.tsx';
import { copyToClipboard } from '#web/ui/clipboard.ts';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { detailsTexts } from './texts.ts';

/** Copies the address of a bug. Without a clipboard, the address is selected instead. */
export function CopyLink({ bug }: { bug: Bug }) {
  const [outcome, setOutcome] = useState<'copied' | 'selected'>();
  // The short URL redirects to the page, whose own URL contains the id.
  const name = useAdditions() ? (bug.number ?? bug._id) : bug._id;
  const address = `${location.origin}/bugs/${name}`;
  async function copy() {
    setOutcome((await copyToClipboard(address)) ? 'copied' : 'selected');
  }
  if (outcome === 'selected')
    return (
      <TextInput
        label={detailsTexts.link}
        value={address}
        readOnly
        onChange={() => undefined}
        inputRef={select}
        helperText={detailsTexts.linkSelected}
      />
    );
  return (
    <>
      <Button onClick={() => void copy()}>
        {outcome === 'copied' ? detailsTexts.linkCopied : detailsTexts.copyLink}
      </Button>
      <VisuallyHidden role="status">{outcome === 'copied' && detailsTexts.linkCopied}</VisuallyHidden>
    </>
  );
}

function select(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
