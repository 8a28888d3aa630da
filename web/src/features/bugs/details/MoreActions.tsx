import { useState } from 'react';
import { useAdditions } from '#web/lib/api/back-end.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { type BugAction, useExtensions } from '#web/lib/extensions.ts';
import { OpenBugAction } from '#web/lib/bugs/opened.tsx';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { Button } from '#web/ui/Button.tsx';
import { ChoiceMenu } from '#web/ui/inputs/ChoiceMenu.tsx';
import { MoreIcon } from '#web/ui/icons.tsx';
import { detailsTexts } from './texts.ts';

/** The actions of other features on a bug. */
export function MoreActions({ bug }: { bug: Bug }) {
  const { bugActions } = useExtensions();
  const rights = useBugRights();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [chosen, setChosen] = useState<BugAction>();
  const offered = bugActions.filter(({ isOffered }) => isOffered(bug, rights));
  const hasAdditions = useAdditions();
  useShortcuts(
    Object.fromEntries(
      bugActions.flatMap((action) => {
        const { shortcut, isOffered, whyNot } = action;
        if (!hasAdditions || !shortcut) return [];
        return [[shortcut, isOffered(bug, rights) ? () => setChosen(action) : whyNot?.(bug, rights)]];
      }),
    ),
  );
  // These actions call endpoints beyond the specification.
  if (!hasAdditions || (offered.length === 0 && !chosen)) return null;
  return (
    <>
      <Button
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        startIcon={<MoreIcon />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {detailsTexts.more}
      </Button>
      <ChoiceMenu
        anchor={anchor}
        label={detailsTexts.more}
        options={offered.map(({ name, label }) => ({ value: name, label }))}
        onChoose={(wanted) => setChosen(offered.find(({ name }) => name === wanted))}
        onClose={() => setAnchor(undefined)}
      />
      {chosen && <OpenBugAction action={chosen} bug={bug} onClose={() => setChosen(undefined)} />}
    </>
  );
}
