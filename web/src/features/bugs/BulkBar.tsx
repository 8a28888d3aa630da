import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { type Bug, canEditBug } from '#contract/bugs.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Bar, Buttons, count } from './bulk-parts.tsx';
import { BulkMenus } from './BulkMenus.tsx';
import { BulkReport } from './BulkReport.tsx';
import { useBulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

interface Props {
  selection: Selection;
  /** How many could be chosen. */
  loaded: number;
}

/** What one can do with the chosen bugs, how far it has come, and what came of it. */
export function BulkBar({ selection, loaded }: Props) {
  const user = useUser();
  const bar = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState<readonly Bug[]>();
  const bulk = useBulk(selection.drop);
  const { state } = bulk;
  const { bugs } = selection;

  // What had the focus is gone with the step before.
  useEffect(() => {
    if (state.is !== 'idle') bar.current?.focus({ preventScroll: true });
  }, [state.is]);

  if (state.is === 'idle' && bugs.length === 0) return null;
  const mine = bugs.filter((bug) => canEditBug(user, bug)).length;

  return (
    <Bar ref={bar} tabIndex={-1} aria-label="Selected bugs">
      {state.is === 'idle' && (
        <>
          <span role="status">
            {`${bugs.length} selected`}
            {mine < bugs.length && `, ${mine === 0 ? 'none' : mine} of them yours to change`}
          </span>
          <Buttons>
            {mine > 0 && (
              <>
                <BulkMenus onChange={(change) => void bulk.change(bugs, change)} />
                <Button size="small" variant="outlined" onClick={() => setAsked(bugs)}>
                  Delete
                </Button>
              </>
            )}
            {bugs.length < loaded && (
              <Button size="small" onClick={() => selection.selectAll(true)}>
                Select all {loaded} loaded
              </Button>
            )}
            <Button size="small" onClick={() => selection.selectAll(false)}>
              Clear selection
            </Button>
          </Buttons>
        </>
      )}
      {state.is === 'running' && (
        <>
          <label>
            {state.count} of {state.of}
            <progress max={state.of} value={state.count} />
          </label>
          <Button size="small" variant="outlined" onClick={bulk.cancel}>
            Cancel
          </Button>
        </>
      )}
      {state.is === 'done' && <BulkReport {...state} onClose={bulk.close} />}
      <ConfirmDialog
        open={asked !== undefined}
        title={`Delete ${count(mine)}`}
        text={`Are you sure you want to delete ${mine === 1 ? 'this bug' : `these ${count(mine)}`}? This action cannot be undone.`}
        confirmLabel="Delete"
        busy={false}
        problem={undefined}
        onConfirm={() => {
          setAsked(undefined);
          void bulk.remove(asked ?? []);
        }}
        onClose={() => setAsked(undefined)}
      />
    </Bar>
  );
}
