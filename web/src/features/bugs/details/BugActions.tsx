import { type MouseEvent, type Ref, useRef, useState } from 'react';
import type { Status } from '#contract/bugs/bug-fields.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { Button } from '#web/ui/Button.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { bugCommands } from '#web/features/bugs/change/field-keys.ts';
import { changeTexts } from '#web/features/bugs/change/texts.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import type { Editing } from '#web/features/bugs/form/use-editing.ts';
import { fieldLabels } from '#web/lib/bugs/bug-labels.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { type BugAction, useExtensions } from '#web/lib/extensions.ts';
import { OpenBugAction } from '#web/lib/bugs/opened.tsx';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { ChoiceMenu } from '#web/ui/inputs/ChoiceMenu.tsx';
import { MoreIcon } from '#web/ui/icons.tsx';
import { useCopyLink } from './CopyLink.tsx';
import { detailsTexts } from './texts.ts';
import styles from './details.module.css';

interface Props {
  /** The bug with its optimistic updates. */
  bug: Bug;
  editing: Editing;
  /** The button that leads into edit mode and out of it. */
  toggle: Ref<HTMLButtonElement>;
  source: Source;
  onStep: (status: Status) => void;
  onDelete: () => void;
}

/** The actions for a bug. */
export function BugActions({ bug, editing, toggle, source, onStep, onDelete }: Props) {
  const { mayEdit, mayWork, mayDelete } = useBugRights();
  const isSaving = editing.saving !== undefined;
  const isWorker = mayWork(bug) && !editing.isOpen;
  const step = (to: Status) => (isWorker && bug.status !== to ? () => onStep(to) : undefined);
  useShortcuts({
    [bugCommands.start]: bug.status === 'open' ? step('in-progress') : undefined,
    [bugCommands.resolve]: step('resolved'),
    [bugCommands.reopen]: bug.status === 'resolved' ? step('open') : undefined,
    [bugCommands.delete]: mayDelete(bug) ? onDelete : undefined,
  });
  return (
    <ButtonRow className={styles.actions}>
      {isWorker && <NextStep status={bug.status} onStep={onStep} />}
      {mayEdit(bug) && (
        <Button
          ref={toggle}
          variant="outlined"
          aria-disabled={isSaving}
          onClick={isSaving ? undefined : editing.isOpen ? editing.cancel : editing.open}
          startIcon={isSaving && <Spinner label={changeTexts.saving} />}
        >
          {isSaving ? changeTexts.saving : editing.isOpen ? detailsTexts.cancelEdit : detailsTexts.edit}
        </Button>
      )}
      {mayDelete(bug) && (
        <Button variant="outlined" onClick={onDelete}>
          {detailsTexts.delete}
        </Button>
      )}
      <MoreActions
        bug={bug}
        isEditing={editing.isOpen}
        source={source}
        onResolve={mayWork(bug) && bug.status === 'open' ? () => onStep('resolved') : undefined}
      />
    </ButtonRow>
  );
}

interface StepProps {
  status: Status;
  onStep: (status: Status) => void;
}

/** The next step from a status. Another back end may have a status of its own, which can be resolved, too. */
function nextStep(status: Status): { label: string; to: Status } {
  if (status === 'open') return { label: detailsTexts.start, to: 'in-progress' };
  if (status === 'resolved') return { label: detailsTexts.reopen, to: 'open' };
  return { label: detailsTexts.resolve, to: 'resolved' };
}

/** The most likely next step in a bug's life, the page's primary action. */
function NextStep({ status, onStep }: StepProps) {
  const { label, to } = nextStep(status);
  const group = useRef<HTMLDivElement>(null);
  return (
    <div ref={group} role="group" tabIndex={-1} aria-label={fieldLabels.status}>
      <Button
        key={status}
        variant="contained"
        onClick={({ detail: clicks }: MouseEvent) => {
          // The second click of a double click would hit the button that replaced the first.
          if (clicks > 1) return;
          onStep(to);
          // The button disappears after the step.
          group.current?.focus({ preventScroll: true });
        }}
      >
        {label}
      </Button>
    </div>
  );
}

/** Whether the bug's text is shown as typed. */
interface Source {
  readonly isShown: boolean;
  readonly toggle: () => void;
}

interface MoreProps {
  bug: Bug;
  isEditing: boolean;
  source: Source;
  /** Resolves the bug; offered only where resolving is not its next step. */
  onResolve: (() => void) | undefined;
}

/** The actions that are used less often, and other features' actions. */
function MoreActions({ bug, isEditing, source, onResolve }: MoreProps) {
  const { bugActions } = useExtensions();
  const rights = useBugRights();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [chosen, setChosen] = useState<BugAction>();
  // Other features' actions call endpoints beyond the specification.
  const hasAdditions = useAdditions() && !isEditing;
  const offered = hasAdditions ? bugActions.filter(({ isOffered }) => isOffered(bug, rights)) : [];
  const link = useCopyLink(bug);
  const own = [
    ...(onResolve && !isEditing ? [{ value: 'resolve', label: detailsTexts.resolve, act: onResolve }] : []),
    { value: 'copy link', label: detailsTexts.copyLink, act: () => void link.copy() },
    ...(isEditing
      ? []
      : [
          {
            value: 'source',
            label: source.isShown ? detailsTexts.showFormatted : detailsTexts.showSource,
            act: source.toggle,
          },
        ]),
  ];
  const actions = [
    ...own,
    ...offered.map((action) => ({
      value: `of ${action.name}`,
      label: action.label,
      act: () => setChosen(action),
    })),
  ];
  useShortcuts(
    Object.fromEntries(
      bugActions.flatMap((action) => {
        const { shortcut, isOffered, whyNot } = action;
        if (!hasAdditions || !shortcut) return [];
        return [[shortcut, isOffered(bug, rights) ? () => setChosen(action) : whyNot?.(bug, rights)]];
      }),
    ),
  );
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
        options={actions}
        onChoose={(wanted) => actions.find(({ value }) => value === wanted)?.act()}
        onClose={() => setAnchor(undefined)}
      />
      {link.field}
      {chosen && <OpenBugAction action={chosen} bug={bug} onClose={() => setChosen(undefined)} />}
    </>
  );
}
