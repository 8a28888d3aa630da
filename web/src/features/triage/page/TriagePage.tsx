import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '#web/language/language.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { BugBeside } from '#web/lib/bugs/BugBeside.tsx';
import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/Page.tsx';
import { TableSkeleton } from '#web/ui/states/TableSkeleton.tsx';
import { undoControlKey, undoKey } from '#web/features/triage/keys.ts';
import { type QueueOrder, waitingQuery } from '#web/features/triage/queries.ts';
import { AcceptAll } from './AcceptAll.tsx';
import { Actions } from './Actions.tsx';
import { Outcome } from './Outcome.tsx';
import { Queue } from './Queue.tsx';
import { pageTexts } from './texts.ts';
import { useQueue } from './use-queue.ts';
import { useSteps } from './use-steps.ts';
import { useTriageSteps } from './use-triage-steps.ts';
import styles from './page.module.css';

/** Goes through new bugs one after another by keys: the queue, and the current bug beside it. */
export function TriagePage(): React.JSX.Element {
  const [order, setOrder] = useState<QueueOrder>('newest');
  const taking = useSteps();
  const steps = useTriageSteps(taking.take);
  const { bugs, current, isHeld, isCut, error, retry, restart, choose, go } = useQueue(
    order,
    taking.isHidden,
  );
  const { undo: undoLast } = taking;
  const undo =
    undoLast &&
    (() => {
      const bug = undoLast();
      if (bug) choose(bug);
    });
  useShortcuts({ j: () => go(1), k: () => go(-1) });
  useShortcuts({ [undoKey]: undo ?? pageTexts.nothingToUndo, [undoControlKey]: undo });
  const count = bugs?.length ?? 0;
  return (
    <Page
      title={pageTexts.title}
      tabTitle={pageTexts.title}
      actions={
        <PageActions
          hasBugs={count > 0}
          order={order}
          onOrder={(next) => {
            setOrder(next);
            restart();
          }}
        />
      }
    >
      <p className={styles.about}>
        {pageTexts.explained} <Waiting count={isHeld ? count - 1 : count} isCut={isCut} />
      </p>
      {error && <ErrorState title={pageTexts.failed} text={reasonOf(error)} onRetry={retry} />}
      {!bugs && !error && <TableSkeleton />}
      {bugs && count === 0 && <Nothing />}
      {bugs && count > 0 && (
        <div className={styles.columns} data-beside={current !== undefined}>
          <Queue bugs={bugs} current={current} onChoose={choose} />
          {current && (
            <BugBeside
              bugId={current._id}
              actions={
                <Actions
                  bug={current}
                  steps={steps}
                  isHeld={isHeld}
                  onNext={() => go(1)}
                  onDuplicate={() => taking.leave(current)}
                />
              }
              onEdited={(edit) => steps.edited(current, edit)}
              onClose={() => choose(undefined)}
            />
          )}
        </div>
      )}
      <Outcome outcome={taking.outcome} onUndo={undo} onClose={taking.close} />
    </Page>
  );
}

interface PageActionsProps {
  hasBugs: boolean;
  order: QueueOrder;
  onOrder: (order: QueueOrder) => void;
}

function PageActions({ hasBugs, order, onOrder }: PageActionsProps) {
  const isNewest = order === 'newest';
  return (
    <>
      {hasBugs && <AcceptAll />}
      <Button variant="outlined" onClick={() => onOrder(isNewest ? 'oldest' : 'newest')}>
        {isNewest ? pageTexts.oldestFirst : pageTexts.newestFirst}
      </Button>
    </>
  );
}

function Nothing() {
  return (
    <EmptyState
      text={pageTexts.empty}
      action={
        <ButtonLink to="/bugs" variant="contained">
          {pageTexts.toList}
        </ButtonLink>
      }
    />
  );
}

/** The number of waiting bugs; the server counts those that are not loaded. */
function Waiting({ count, isCut }: { count: number; isCut: boolean }) {
  const { data } = useQuery({ ...waitingQuery, enabled: isCut });
  const total = isCut ? data?.total : String(count);
  if (total === undefined || total === '0') return null;
  return pageTexts.waiting(`${formatNumber(Number.parseInt(total, 10))}${total.endsWith('+') ? '+' : ''}`);
}
