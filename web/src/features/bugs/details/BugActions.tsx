import { type MouseEvent, type Ref, useRef, useState } from 'react';
import type { Status } from '#contract/bugs/bug-fields.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { Button } from '#web/ui/Button.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
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
import { CopyLink } from './CopyLink.tsx';
import { detailsTexts } from './texts.ts';
import styles from './details.module.css';

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
  return (
    <ButtonRow className={styles.actions}>
      {mayWork(bug) && !editing.isOpen && <StatusSteps status={bug.status} onStep={onStep} />}
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
      <CopyLink bug={bug} />
      {!editing.isOpen && <MoreActions bug={bug} />}
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

/** The actions of other features on a bug. */
function MoreActions({ bug }: { bug: Bug }) {
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
