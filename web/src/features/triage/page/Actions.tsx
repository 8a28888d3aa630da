import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { endpointQuery } from '#web/lib/api/query.ts';
import { type Bug, getBug } from '#web/lib/api/specified.ts';
import { statusLabels } from '#web/lib/bugs/bug-labels.ts';
import { duplicateAction, useExtensions } from '#web/lib/extensions.ts';
import { refuseKeys } from '#web/lib/keyboard/held-keys.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { byName } from '#web/lib/names.ts';
import { OpenBugAction } from '#web/lib/bugs/opened.tsx';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { componentsQuery, labelsQuery, snoozeKey } from '#web/features/triage/data.ts';
import { ActionMenu, type MenuName } from './ActionMenu.tsx';
import { pageTexts } from './texts.ts';
import type { TriageSteps } from './use-triage-steps.ts';
import styles from './page.module.css';

interface Props {
  bug: Bug;
  steps: TriageSteps;
  /** Whether the bug is no longer waiting for triage. */
  isHeld: boolean;
  onNext: () => void;
  /** Called once the bug is marked as a duplicate. */
  onDuplicate: () => void;
}

/** The keys that the panel handles once it shows the bug. */
const keysOfPanel = ['a', 's', 'p', 'e'];

/** On other pages, this key has another shortcut. */
const shortcutOf = (keys: string) => (keys === 'h' ? snoozeKey : keys);

/** The items of a list that a bug can get, by name. */
function usable<T extends { readonly archived: boolean; readonly name: string }>(
  items: readonly T[] = [],
): T[] {
  return items.filter(({ archived }) => !archived).toSorted(byName);
}

/** The actions on the current bug, as buttons that name their keys. */
export function Actions({ bug, steps, isHeld, onNext, onDuplicate }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<{ is: MenuName; anchor: HTMLElement }>();
  const { whyNotEdit, whyNotWork } = useBugRights();
  const labels = usable(useQuery(labelsQuery).data);
  const components = usable(useQuery(componentsQuery).data);
  const [noEditor, noWorker] = [whyNotEdit(bug), whyNotWork(bug)];
  const isWorker = noWorker === undefined;
  const duplicate = useDuplicate(bug, onDuplicate);
  const open = (is: MenuName) => () => {
    const anchor = row.current?.querySelector<HTMLElement>(`[data-act="${is}"]`);
    if (anchor) setMenu({ is, anchor });
  };
  const accept = () => steps.accept(bug);
  const noLabels = labels.length > 0 ? undefined : pageTexts.noLabels;
  const noComponents = components.length > 0 ? undefined : pageTexts.noComponents;
  const opened: readonly { is: MenuName; label: string; keys: string; whyNot: string | undefined }[] = [
    { is: 'label', label: pageTexts.label, keys: 'l', whyNot: noEditor ?? noLabels },
    { is: 'component', label: pageTexts.component, keys: 'o', whyNot: noEditor ?? noComponents },
    { is: 'ask', label: pageTexts.ask, keys: 'q', whyNot: noWorker },
    { is: 'snooze', label: pageTexts.snooze, keys: 'h', whyNot: undefined },
  ];
  const offered = opened.filter(({ whyNot }) => whyNot === undefined);
  const actions = {
    ...Object.fromEntries(opened.map(({ is, keys, whyNot }) => [shortcutOf(keys), whyNot ?? open(is)])),
    d: duplicate.mark ?? noWorker,
    y: noWorker ?? accept,
    '1': noWorker ?? (() => steps.prioritise(bug, 'high')),
    '2': noWorker ?? (() => steps.prioritise(bug, 'medium')),
    '3': noWorker ?? (() => steps.prioritise(bug, 'low')),
  };
  const { data: shown } = useQuery({ ...endpointQuery(getBug, { params: { id: bug._id } }), enabled: false });
  // A key must not act on a bug that is not visible yet. Keys after an opening one were meant for what it opens.
  const refuse = () => refuseKeys(pageTexts.notYet);
  const opening = [...opened.map(({ keys }) => shortcutOf(keys)), 'd', ...keysOfPanel];
  useShortcuts(
    shown
      ? actions
      : {
          ...Object.fromEntries(Object.keys(actions).map((name) => [name, pageTexts.notYet])),
          ...Object.fromEntries(opening.map((name) => [name, refuse])),
        },
  );
  return (
    <ButtonRow ref={row} role="group" aria-label={pageTexts.actions}>
      {isHeld && <NoLongerWaiting bug={bug} />}
      {isWorker && (
        <Button size="small" variant="contained" aria-keyshortcuts="y" onClick={accept}>
          {pageTexts.accept}
          <Key name="y" />
        </Button>
      )}
      {offered.map(({ is, label, keys }) => (
        <Button
          key={is}
          size="small"
          data-act={is}
          aria-haspopup="menu"
          aria-keyshortcuts={keys}
          onClick={open(is)}
        >
          {label}
          <Key name={keys} />
        </Button>
      ))}
      {duplicate.mark && (
        <Button size="small" aria-keyshortcuts="d" aria-haspopup="dialog" onClick={duplicate.mark}>
          {pageTexts.duplicate}
          <Key name="d" />
        </Button>
      )}
      <Button size="small" aria-keyshortcuts="j" onClick={onNext}>
        {pageTexts.next}
        <Key name="j" />
      </Button>
      {menu && (
        <ActionMenu
          {...menu}
          bug={bug}
          steps={steps}
          labels={labels}
          components={components}
          onClose={() => setMenu(undefined)}
        />
      )}
      {duplicate.dialog}
    </ButtonRow>
  );
}

/** Marks the bug as a duplicate, using the feature that implements it. */
function useDuplicate(bug: Bug, onDone: () => void) {
  const rights = useBugRights();
  const action = useExtensions().bugActions.find(({ name }) => name === duplicateAction);
  const [isOpen, setOpen] = useState(false);
  const isOffered = action?.isOffered(bug, rights) === true;
  return {
    mark: isOffered ? () => setOpen(true) : undefined,
    dialog: isOpen && action && (
      <OpenBugAction action={action} bug={bug} onDone={onDone} onClose={() => setOpen(false)} />
    ),
  };
}

/**
 * Explains why the current bug, which stays until the user goes on, is no longer waiting for triage. It may also be
 * waiting, but after the loaded ones.
 */
function NoLongerWaiting({ bug }: { bug: Bug }) {
  // The panel below fetches it.
  const { data = bug } = useQuery({ ...endpointQuery(getBug, { params: { id: bug._id } }), enabled: false });
  const text = noLongerText(data);
  return (
    text && (
      <p className={styles.noLonger} role="status">
        {text}
      </p>
    )
  );
}

function noLongerText({ status, triaged, question }: Bug): string | undefined {
  if (status !== 'open') return pageTexts.hasStatus(statusLabels[status]);
  if (triaged) return pageTexts.isAccepted;
  return question ? pageTexts.isAsked : undefined;
}

/** The key of a button; screen readers get it from the button. */
function Key({ name }: { name: string }) {
  return (
    <span className={styles.key} aria-hidden>
      {name}
    </span>
  );
}
