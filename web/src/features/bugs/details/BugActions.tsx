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

const copyLink = { value: 'copy link', label: detailsTexts.copyLink };

interface Props {
  /** The bug with its optimistic updates. */
  bug: Bug;
  editing: Editing;
  /** The button that leads into edit mode and out of it. */
  toggle: Ref<HTMLButtonElement>;
  onStep: (status: Status) => void;
  onDelete: () => void;
}

/** The actions for a bug. */
export function BugActions({ bug, editing, toggle, onStep, onDelete }: Props) {
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
      {isWorker && <StatusSteps status={bug.status} onStep={onStep} />}
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
      <MoreActions bug={bug} isEditing={editing.isOpen} />
    </ButtonRow>
  );
}

interface StepProps {
  status: Status;
  onStep: (status: Status) => void;
}

/** The next steps in a bug's life: the most likely one is the primary button. */
function StatusSteps({ status, onStep }: StepProps) {
  const group = useRef<HTMLDivElement>(null);

  function step(to: Status) {
    return ({ detail: clicks }: MouseEvent) => {
      // The second click of a double click would hit the button that replaced the first.
      if (clicks > 1) return;
      onStep(to);
      // The button disappears after the step.
      group.current?.focus({ preventScroll: true });
    };
  }

  const isResolved = status === 'resolved';
  return (
    <ButtonRow ref={group} role="group" tabIndex={-1} aria-label={fieldLabels.status}>
      {status === 'open' && (
        <Button variant="contained" onClick={step('in-progress')}>
          {detailsTexts.start}
        </Button>
      )}
      <Button
        key={isResolved ? 'reopen' : 'resolve'}
        variant={status === 'in-progress' ? 'contained' : 'outlined'}
        onClick={step(isResolved ? 'open' : 'resolved')}
      >
        {isResolved ? detailsTexts.reopen : detailsTexts.resolve}
      </Button>
    </ButtonRow>
  );
}

/** The actions that are used less often: copying the link, and other features' actions. */
function MoreActions({ bug, isEditing }: { bug: Bug; isEditing: boolean }) {
  const { bugActions } = useExtensions();
  const rights = useBugRights();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [chosen, setChosen] = useState<BugAction>();
  // These call endpoints beyond the specification.
  const hasAdditions = useAdditions() && !isEditing;
  const offered = hasAdditions ? bugActions.filter(({ isOffered }) => isOffered(bug, rights)) : [];
  const link = useCopyLink(bug);
  function choose(wanted: string) {
    if (wanted === copyLink.value) void link.copy();
    else setChosen(offered.find(({ name }) => name === wanted));
  }
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
        options={[copyLink, ...offered.map(({ name, label }) => ({ value: name, label }))]}
        onChoose={choose}
        onClose={() => setAnchor(undefined)}
      />
      {link.field}
      {chosen && <OpenBugAction action={chosen} bug={bug} onClose={() => setChosen(undefined)} />}
    </>
  );
}
