import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { counted, formatNumber } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugInput } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { type BugRights, useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { ResolveDialog, useIsResolvingAsked } from '#web/lib/bugs/opened.tsx';
import type { Selection } from '#web/lib/use-selection.ts';
import { bugName } from '#web/lib/bugs/bug-number.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Bar, Chosen, Report } from '#web/ui/FloatingBar.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { keyTexts } from '#web/features/bugs/change/texts.ts';
import { useFieldKeys } from '#web/features/bugs/change/field-keys.ts';
import { BulkActions } from './BulkActions.tsx';
import { bulkTexts } from './texts.ts';
import { type BulkChange, type BulkResult, type BulkVerb, useBulk } from './use-bulk.ts';

interface Props {
  selection: Selection<Bug>;
  /** The number of selectable bugs. */
  loaded: number;
  /** Called when there is nothing left to show, or loading failed. */
  onClose: () => void;
}

/** The actions for the chosen bugs, their progress and their result. */
export function BulkBar({ selection, loaded, onClose }: Props) {
  const user = useUser();
  const rights = useBugRights();
  const bar = useRef<HTMLElement>(null);
  const isResolvingAsked = useIsResolvingAsked();
  const [asked, setAsked] = useState<readonly Bug[]>();
  const [resolving, setResolving] = useState<{ resolved: readonly Bug[]; change: BulkChange }>();
  const bulk = useBulk(selection.drop);
  const { state } = bulk;
  const { rows: bugs } = selection;

  // The previous step removed the focused element.
  useEffect(() => {
    if (state.is !== 'idle') bar.current?.focus({ preventScroll: true });
  }, [state.is]);

  const isEmpty = state.is === 'idle' && bugs.length === 0;
  const empty = useEffectEvent(onClose);
  useEffect(() => {
    if (isEmpty) empty();
  }, [isEmpty]);

  const mine = bugs.filter(rights.mayWork).length;
  function whyNot() {
    if (state.is === 'running') return keyTexts.isRunning;
    return mine === 0 ? keyTexts.noneYours : undefined;
  }
  useFieldKeys({
    scope: () => bar.current,
    whyNot,
    assignToMe() {
      if (mine === 0 || state.is === 'running') return whyNot();
      return () => void bulk.change(bugs, { field: 'assignedTo', change: () => user._id });
    },
  });
  // Escape returns the focus to where it was before the key.
  const cameFrom = useRef<Element>(null);
  useShortcuts({
    get b() {
      if (isEmpty) return undefined;
      return () => {
        cameFrom.current = document.activeElement;
        bar.current?.focus({ preventScroll: true });
      };
    },
  });
  function goBack(event: KeyboardEvent) {
    const { key, target } = event;
    // Ignores Escape in a menu of the bar, where it closes the menu.
    if (key !== 'Escape' || !(target instanceof Node) || !bar.current?.contains(target)) return;
    // Otherwise Escape would also close the panel beside the list.
    event.preventDefault();
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }

  function change(wanted: BulkChange) {
    const resolved = resolvedBy(
      wanted,
      bugs.filter((bug) => rights.mayChange(bug, wanted.field)),
    );
    if (resolved.length > 0 && isResolvingAsked(resolved)) setResolving({ resolved, change: wanted });
    else void bulk.change(bugs, wanted);
  }

  // Bugs that have left the list since the question are neither counted nor deleted.
  const toDelete = asked ? bugs.filter(({ _id }) => asked.some((bug) => bug._id === _id)) : bugs;
  const deleted = toDelete.filter(rights.mayDelete).length;
  if (asked && deleted === 0) setAsked(undefined);

  if (isEmpty) return null;

  return (
    <Bar ref={bar} tabIndex={-1} aria-label={bulkTexts.selectedBugs} onKeyDown={goBack}>
      {state.is === 'done' && <BulkReport {...state} onClose={bulk.close} />}
      {state.is !== 'running' && bugs.length > 0 && (
        <Chosen>
          <span role="status">{describe(bugs.length, mine)}</span>
          <ButtonRow>
            <BulkMenus bugs={bugs} mayChange={rights.mayChange} onChange={change} />
            <BulkActions bugs={bugs} onRun={(work) => void bulk.act(bugs, work)} />
            {deleted > 0 && (
              <Button size="small" variant="outlined" onClick={() => setAsked(bugs)}>
                {bulkTexts.delete}
              </Button>
            )}
            {bugs.length < loaded && (
              <Button size="small" onClick={() => selection.selectAll(true)}>
                {bulkTexts.selectAll(formatNumber(loaded))}
              </Button>
            )}
            <Button size="small" onClick={() => selection.selectAll(false)}>
              {bulkTexts.clear}
            </Button>
          </ButtonRow>
        </Chosen>
      )}
      {state.is === 'running' && (
        <>
          <label>
            {bulkTexts.progress(formatNumber(state.count), formatNumber(state.of))}
            <progress max={state.of} value={state.count} />
          </label>
          <Button size="small" variant="outlined" onClick={bulk.cancel}>
            {bulkTexts.cancel}
          </Button>
        </>
      )}
      {resolving && (
        <ResolveMany
          bugs={resolving.resolved}
          count={mine}
          onResolve={(also) => {
            setResolving(undefined);
            void bulk.change(bugs, { ...resolving.change, also });
          }}
          onClose={() => setResolving(undefined)}
        />
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={bulkTexts.deleteTitle(counted(deleted, bulkTexts.bug))}
        text={deleted === 1 ? bulkTexts.deleteOne : bulkTexts.deleteMany(counted(deleted, bulkTexts.bug))}
        confirmLabel={bulkTexts.delete}
        busy={false}
        problem={undefined}
        onConfirm={() => {
          setAsked(undefined);
          void bulk.remove(toDelete);
        }}
        onClose={() => setAsked(undefined)}
      />
    </Bar>
  );
}

/** The bugs that a change resolves. */
function resolvedBy({ field, change }: BulkChange, bugs: readonly Bug[]): readonly Bug[] {
  if (field !== 'status') return [];
  return bugs.filter(({ status }) => status !== 'resolved' && change(status) === 'resolved');
}

interface ResolveManyProps {
  /** The bugs that become resolved. */
  bugs: readonly Bug[];
  /** The number of changed bugs. */
  count: number;
  onResolve: (also: Partial<BugInput>) => void;
  onClose: () => void;
}

/** Asks once for the fields that are set when many bugs are resolved, starting with empty values. */
function ResolveMany({ bugs, count, ...rest }: ResolveManyProps) {
  const [first] = bugs;
  if (!first) return null;
  return (
    <ResolveDialog
      title={bulkTexts.resolveTitle(counted(count, bulkTexts.bug))}
      bug={{ ...first, resolution: null, fixedIn: null }}
      resolved={bugs}
      {...rest}
    />
  );
}

/** The number of selected bugs, and of those that the user may change, if fewer. */
function describe(count: number, mine: number): string {
  const selected = bulkTexts.selected(formatNumber(count));
  if (mine === count) return selected;
  return mine === 0 ? bulkTexts.noneYours(selected) : bulkTexts.someYours(selected, formatNumber(mine));
}

interface MenusProps {
  bugs: readonly Bug[];
  mayChange: BugRights['mayChange'];
  onChange: (change: BulkChange) => void;
}

/** Bulk changes: a control for each field that the user may change on at least one of the bugs. */
function BulkMenus({ bugs, mayChange, onChange }: MenusProps) {
  return useBugFields().map(
    ({ name, Bulk }) =>
      Bulk &&
      bugs.some((bug) => mayChange(bug, name)) && (
        <span key={name} data-field={name}>
          <Bulk bugs={bugs} onChange={(change) => onChange({ field: name, change })} />
        </span>
      ),
  );
}

interface ReportProps {
  verb: BulkVerb;
  result: BulkResult;
  undo: (() => Promise<void>) | undefined;
  onClose: () => void;
}

/** The result of a bulk change: how many succeeded, which failed and why, and which have an unknown outcome. */
export function BulkReport({ verb, result: { done, refused, unclear, left }, undo, onClose }: ReportProps) {
  const failed = [...refused, ...unclear];
  return (
    <>
      <Report role="status">
        <strong>
          {bulkTexts[verb](counted(done.length, bulkTexts.bug))}
          {refused.length > 0 && `, ${bulkTexts.refused(formatNumber(refused.length))}`}
          {unclear.length > 0 && `, ${bulkTexts.unclear(formatNumber(unclear.length))}`}
          {left > 0 && `, ${bulkTexts.left(formatNumber(left))}`}.
        </strong>
        {failed.length > 0 && (
          <ul>
            {failed.map(({ bug, reason }) => (
              <li key={bug._id}>
                <TextLink to="/bugs/$id" params={{ id: bug._id }} look="underlined">
                  {bugName(bug)}
                </TextLink>
                {`: ${reason}`}
              </li>
            ))}
          </ul>
        )}
      </Report>
      <ButtonRow>
        {undo && (
          <Button size="small" variant="outlined" onClick={() => void undo()}>
            {bulkTexts.undo}
          </Button>
        )}
        <Button size="small" variant="outlined" onClick={onClose}>
          {bulkTexts.close}
        </Button>
      </ButtonRow>
    </>
  );
}
