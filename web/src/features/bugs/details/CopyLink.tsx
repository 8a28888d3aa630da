import { useState } from 'react';
import { useAdditions } from '#web/lib/api/back-end.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { keyNotice } from '#web/lib/keyboard/keyboard-state.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { bugCommands } from '#web/features/bugs/change/field-keys.ts';
import { Button } from '#web/ui/Button.tsx';
import { copyToClipboard } from '#web/ui/clipboard.ts';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { detailsTexts } from './texts.ts';

/** The address of a bug that people share. It redirects to the page, whose own address contains the id. */
function useSharedAddress(bug: Bug): string {
  const name = useAdditions() ? (bug.number ?? bug._id) : bug._id;
  return `${location.origin}/bugs/${name}`;
}

/** A function that copies the address of a bug, and the field with the address, shown where there is no clipboard. */
export function useCopyLink(bug: Bug) {
  const address = useSharedAddress(bug);
  const [isSelected, setIsSelected] = useState(false);
  async function copy() {
    const isCopied = await copyToClipboard(address);
    setIsSelected(!isCopied);
    if (isCopied) keyNotice.show({ text: detailsTexts.linkCopied });
  }
  useShortcuts({ [bugCommands.copyLink]: () => void copy() });
  return { copy, field: isSelected && <SelectedAddress address={address} /> };
}

function SelectedAddress({ address }: { address: string }) {
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
}

/** Copies the address of a bug. Without a clipboard, the address is selected instead. */
export function CopyLink({ bug }: { bug: Bug }) {
  const { copy, field } = useCopyLink(bug);
  return (
    <>
      <Button onClick={() => void copy()}>{detailsTexts.copyLink}</Button>
      {field}
    </>
  );
}

function select(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
