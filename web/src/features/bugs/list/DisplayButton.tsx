import { useRef, useState } from 'react';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { bugCommands } from '#web/features/bugs/change/field-keys.ts';
import { openable } from '#web/lib/keyboard/openable.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ChevronIcon } from '#web/ui/icons.tsx';
import type { OrderProps } from './DisplayMenu.tsx';
import { listTexts } from './texts.ts';

const DisplayMenu = openable(async () => (await import('./DisplayMenu.tsx')).DisplayMenu);

/** Opens the choice of how the list is shown. */
export function DisplayButton(order: OrderProps) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const button = useRef<HTMLButtonElement>(null);
  useShortcuts({ [bugCommands.display]: () => setAnchor(button.current ?? undefined) });
  return (
    <>
      <Button
        ref={button}
        variant="outlined"
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        endIcon={<ChevronIcon />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {listTexts.display}
      </Button>
      {anchor && <DisplayMenu {...order} anchor={anchor} onClose={() => setAnchor(undefined)} />}
    </>
  );
}
