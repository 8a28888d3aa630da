import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ChangedPart } from '#web/lib/bugs/bug-field.ts';
import { redoneOn } from '#web/lib/bugs/change/change-bug.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { ActionNotice } from '#web/ui/ActionNotice.tsx';
import { noticesId } from '#web/ui/FloatingBar.tsx';
import { PageColumn } from '#web/ui/Page.tsx';
import { shortName } from '#web/features/bugs/form/short-name.ts';
import { CancelledNotice } from './CancelledNotice.tsx';
import { ChangeText } from './ChangeText.tsx';
import { holdNotice } from './closing.ts';
import { changeField, type FieldChange, undoOfField } from './field-change.ts';
import { subjectOf } from './outcome-text.ts';
import { changeTexts } from './texts.ts';
import { type SettledChange, useSettledChanges } from './use-field-changes.ts';
import styles from './ChangeNotices.module.css';

interface Props {
  width: 'full' | 'reading';
  /** The form whose cancellation is reported here. */
  cancellable: string;
  /** Where that form is, if not on this page. */
  undoAt?: '/bugs/create';
  /** The page's bug: successful changes of other bugs are not shown. */
  bugId?: string;
  /** Other notices of the page. */
  children?: ReactNode;
}

/** The outcomes of quick edits, each with its actions. A failure stays until the user closes it. */
export function ChangeNotices({ width, cancellable, undoAt, bugId, children }: Props) {
  const client = useQueryClient();
  const fields = useBugFields();
  const { mayChange } = useBugRights();
  const changes = useSettledChanges().filter(
    ({ change, outcome }) =>
      outcome?.is !== 'saved' || (!change.report && (bugId === undefined || change.seen._id === bugId)),
  );
  return (
    <PageColumn className={styles.floating} id={noticesId} width={width} aria-live="polite">
      {children}
      <CancelledNotice form={cancellable} undoAt={undoAt} />
      {changes.map((settled) => {
        const { id, change, outcome, mutation } = settled;
        const next = nextOf(settled, subjectOf(fields, change));
        const close = () => client.getMutationCache().remove(mutation);
        const run = () => {
          close();
          changeField(client, next.change);
        };
        // A user who reassigns a bug may not be allowed to undo that.
        const isOffered = mayChange(next.change.seen, next.change.field);
        return (
          <ActionNotice
            key={id}
            isFailure={!outcome}
            action={isOffered ? { label: next.label, run } : undefined}
            about={shortName(change.seen)}
            onClose={close}
            onHold={(isHeld) => holdNotice(mutation, isHeld)}
          >
            <ChangeText {...settled} />
          </ActionNotice>
        );
      })}
    </PageColumn>
  );
}

/** The next step after a change: undo, set again, or try again. */
function nextOf(
  { change, outcome }: SettledChange,
  { text }: ChangedPart,
): { label: string; change: FieldChange } {
  if (!outcome) return { label: changeTexts.tryAgain, change };
  if (outcome.is === 'saved') return { label: changeTexts.undo, change: undoOfField(change, outcome) };
  return {
    label: changeTexts.setAllTheSame(text(change.wanted[change.field])),
    change: redoneOn(outcome.stored, change),
  };
}
