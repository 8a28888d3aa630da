import { isolated } from '#contract/conversation/isolated.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useRouter } from '@tanstack/react-router';
import {
  briefText,
  type BugFieldView,
  type ChangedPart,
  fieldList,
  fieldNamed,
} from '#web/lib/bugs/bug-field.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { type ChangeOutcome, redoneOn } from '#web/lib/bugs/change/change-bug.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { isRefusal, reasonOf } from '#web/lib/api/api-error.ts';
import { cancelledForm, forgetCancelled, undoCancel } from '#web/lib/drafts/use-drafts.ts';
import { texts } from '#web/lib/drafts/texts.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { ActionNotice } from '#web/ui/ActionNotice.tsx';
import { noticesId } from '#web/ui/FloatingBar.tsx';
import { PageColumn } from '#web/ui/Page.tsx';
import { bugQuery } from '#web/features/bugs/data/queries.ts';
import {
  changeField,
  type FieldChange,
  holdNotice,
  type SettledChange,
  shortName,
  undoOfField,
  useSettledChanges,
} from './field-change.tsx';
import { changeTexts } from './texts.ts';
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

/** The outcome of a change in words. */
function ChangeText({ change, outcome, error }: SettledChange) {
  const { field, seen } = change;
  const fields = useBugFields();
  const stored = useQueryClient().getQueryData(bugQuery(seen._id).queryKey);
  if (!outcome) {
    const { label, text } = subjectOf(fields, change);
    const what = changeTexts.fieldOf(label, shortName(seen));
    return (
      <>
        <strong role="alert">{changeTexts.updateFailed}</strong>{' '}
        {!isRefusal(error)
          ? changeTexts.maybeSaved(what)
          : // The shown value may have been an optimistic one that was refused.
            stored && changeTexts.stillIs(what, text(stored[field]))}{' '}
        {reasonOf(error)}
      </>
    );
  }
  const [title, more] = outcomeText(fields, change, outcome);
  return (
    <>
      <strong>{title}</strong> {more}
    </>
  );
}

/** What a change is about: its field, or the part of it that changes. */
function subjectOf(fields: readonly BugFieldView[], { field, part }: FieldChange): ChangedPart {
  const view = fieldNamed(fields, field);
  return part ?? { label: view.label, text: (value) => briefText(view, value) };
}

/** The outcome of a change as text: a title and details. */
export function outcomeText(
  fields: readonly BugFieldView[],
  change: FieldChange,
  outcome: ChangeOutcome,
): readonly [title: string, text: string] {
  const { field, seen, isUndo } = change;
  if (outcome.is === 'overlapping') {
    const { label, text } = subjectOf(fields, change);
    const what = changeTexts.fieldOf(label, shortName(seen));
    return [
      isUndo ? changeTexts.notUndone : changeTexts.notChanged,
      changeTexts.changedByOther(outcome.by, what, text(outcome.stored[field])),
    ];
  }
  const { made, taken, by } = outcome;
  return [
    (isUndo ? changeTexts.isAgain : changeTexts.isNow)(shortName(seen), factText(fields, change, made)),
    taken.length > 0 ? changeTexts.keptOthers(by, fieldList(fields, taken)) : '',
  ];
}

/** The new value of a changed field in words, as in "priority High". */
function factText(fields: readonly BugFieldView[], change: FieldChange, made: Bug): string {
  const { field, part } = change;
  const view = fieldNamed(fields, field);
  // Names given by admins are used unchanged.
  if (part) return `${isolated(part.label)} ${isolated(part.text(made[field]))}`;
  if (field === 'assignedTo')
    return made.assignedTo ? changeTexts.assigned(isolated(made.assignedTo.name)) : changeTexts.unassigned;
  return view.brief
    ? view.brief(made[field])
    : changeTexts.fact(view.label, isolated(view.text(made[field])));
}

interface CancelledProps {
  form: string;
  /** Where the form is, if not on this page. */
  undoAt: '/bugs/create' | undefined;
}

/** A temporary notice that this form was cancelled. Leaving the page removes it. */
function CancelledNotice({ form, undoAt }: CancelledProps) {
  const { _id: userId } = useUser();
  const router = useRouter();
  const cancelled = useSyncExternalStore(cancelledForm.subscribe, cancelledForm.get);
  const isShown = cancelled?.form === form && cancelled.userId === userId;
  useEffect(() => {
    if (!isShown) return undefined;
    return router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) forgetCancelled();
    });
  }, [isShown, router]);
  if (!isShown) return null;
  const undo = () => {
    undoCancel();
    if (undoAt) void router.navigate({ to: undoAt });
  };
  return <ActionNotice action={{ label: texts.undo, run: undo }}>{texts.cancelled}</ActionNotice>;
}
