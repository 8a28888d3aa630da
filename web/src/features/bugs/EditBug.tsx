import type { Bug } from '#contract/bugs.ts';
import { DraftNotice } from '#web/lib/drafts/DraftNotice.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { MergedNotice } from './ChangedNotice.tsx';
import { EditBugForm } from './EditBugForm.tsx';
import type { Editing } from './use-editing.ts';

interface Props {
  bug: Bug;
  /** It was deleted while one looked at it. */
  gone: boolean;
  editing: Editing;
}

/** Edit mode, the offer to go on with an edit that was not saved, and what came of the last one. */
export function EditBug({ bug, gone, editing }: Props) {
  const { isOpen, drafts, taken, restore, saved } = editing;
  return (
    <>
      {drafts.offered && (
        <DraftNotice at={drafts.offered.at} onRestore={restore} onDiscard={drafts.discard} />
      )}
      {taken.length > 0 && <MergedNotice fields={taken} />}
      {isOpen && (
        <Surface>
          <EditBugForm key={drafts.slot} bug={bug} gone={gone} drafts={drafts} onSaved={saved} />
        </Surface>
      )}
    </>
  );
}
