import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { DraftNotice } from '#web/lib/drafts/DraftNotice.tsx';
import { preloadTextEditor } from '#web/lib/text-editor/TextEditor.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import type { BugEdit } from '#web/lib/bugs/change/bug-edit.ts';
import { useTitleFocus } from '#web/features/bugs/form/use-title-focus.ts';
import { EditBugForm } from './EditBugForm.tsx';
import { MergedNotice } from './EditNotices.tsx';
import type { Editing } from './use-editing.ts';

/* Loaded together with the page, as a key opens the form. */
preloadTextEditor();

/** A selector for the focused element of the form: the submit button, or the field in which Enter was pressed. */
function focusedField(): string {
  const name = document.activeElement?.getAttribute('name');
  return name ? `form [name="${name}"]` : 'form [type="submit"]';
}

/** The edited title, if it differs from the title on this page. */
function newTitle({ base, values }: BugEdit): string | undefined {
  return values.title === base.title ? undefined : values.title;
}

interface Props {
  bug: Bug;
  /** The bug was deleted while its page was open. */
  gone: boolean;
  editing: Editing;
  /** Has the focus while the form is hidden. */
  toggle: RefObject<HTMLElement | null>;
}

/**
 * Edit mode. While saving, shows the edit optimistically and hides the form; on failure, shows the form again with its
 * input. Also offers to continue an unsaved edit, and shows the outcome of the last one.
 */
export function EditBug({ bug, gone, editing, toggle }: Props) {
  const { isOpen, isByKey, saving, drafts, taken, restore, showSaving, saved } = editing;
  useTitleFocus(isOpen && isByKey);
  const isAway = saving !== undefined;
  const held = useRef<string>(null);
  useLayoutEffect(() => {
    if (isAway) {
      held.current = focusedField();
      toggle.current?.focus({ preventScroll: true });
    } else if (held.current !== null) {
      document.querySelector<HTMLElement>(held.current)?.focus({ preventScroll: true });
      held.current = null;
    }
  }, [isAway, toggle]);
  return (
    <>
      {drafts.offered && (
        <DraftNotice
          at={drafts.offered.at}
          name={newTitle(drafts.offered.value)}
          onRestore={restore}
          onDiscard={drafts.discard}
        />
      )}
      {taken.length > 0 && <MergedNotice fields={taken} />}
      {isOpen && (
        <Surface hidden={isAway}>
          <EditBugForm
            key={drafts.slot}
            bug={bug}
            gone={gone}
            isAway={isAway}
            drafts={drafts}
            onSaving={showSaving}
            onSaved={saved}
          />
        </Surface>
      )}
    </>
  );
}
