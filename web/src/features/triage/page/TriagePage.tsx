import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { acceptWaiting, getTriage, triagePermissions } from '#contract/bugs/triage.ts';
import { can } from '#contract/permissions.ts';
import { formatNumber } from '#web/language/language.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { BugBeside } from '#web/lib/bugs/opened.tsx';
import { PriorityChip } from '#web/lib/bugs/bug-chips.tsx';
import { problemOf } from '#web/lib/form/problem.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Ago } from '#web/lib/time.tsx';
import { ActionNotice, NoticeRegion } from '#web/ui/ActionNotice.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Page } from '#web/ui/Page.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { TableSkeleton } from '#web/ui/states/TableSkeleton.tsx';
import { type QueueOrder, undoControlKey, undoKey, waitingQuery } from '#web/features/triage/data.ts';
import { Actions } from './Actions.tsx';
import { pageTexts } from './texts.ts';
import { useQueue } from './use-queue.ts';
import { type Steps, useSteps } from './use-steps.ts';
import { useTriageSteps } from './use-triage-steps.ts';
import styles from './page.module.css';

/** The page for going through new bugs one after another by keys: the queue, and the current bug beside it. */
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
    <ButtonRow>
      {hasBugs && <AcceptAll />}
      <Button variant="outlined" onClick={() => onOrder(isNewest ? 'oldest' : 'newest')}>
        {isNewest ? pageTexts.oldestFirst : pageTexts.newestFirst}
      </Button>
    </ButtonRow>
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

/** Lets admins accept all waiting bugs at once, for a backlog that no one will go through. */
function AcceptAll() {
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  const [accepted, setAccepted] = useState(0);
  const { mutate, reset, isPending, error } = useMutation({
    async mutationFn(upTo: number | null) {
      for (let hasMore = upTo !== null; hasMore;) {
        const batch = await call(acceptWaiting, { body: { upTo: upTo ?? 0 } });
        setAccepted((before) => before + batch.accepted);
        ({ hasMore } = batch);
      }
    },
    onSuccess: () => setOpen(false),
  });
  // Bugs filed while the question is open must not be accepted unread.
  const newest = useMutation({ mutationFn: () => call(getTriage, {}) });
  if (!can(user, triagePermissions.acceptAll)) return null;
  const problem = error ?? newest.error;
  return (
    <>
      <Button
        variant="outlined"
        onClick={() => {
          reset();
          setAccepted(0);
          newest.mutate();
          setOpen(true);
        }}
      >
        {pageTexts.acceptAll}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={pageTexts.acceptAll}
        text={pageTexts.acceptAllText}
        about={accepted > 0 ? pageTexts.accepting(formatNumber(accepted)) : undefined}
        confirmLabel={pageTexts.accept}
        confirmColor="primary"
        busy={isPending || newest.isPending}
        problem={problem ? problemOf(pageTexts.acceptAllFailed, problem) : undefined}
        onConfirm={() => (newest.data ? mutate(newest.data.newest) : newest.mutate())}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

interface OutcomeProps {
  outcome: Steps['outcome'];
  /** Undefined if there is nothing to undo. */
  onUndo: (() => void) | undefined;
  onClose: () => void;
}

/** The outcome of the last step of triage. */
function Outcome({ outcome, onUndo, onClose }: OutcomeProps) {
  return (
    <NoticeRegion className={styles.outcome}>
      {outcome && (
        <ActionNotice
          className={styles.notice}
          problem={outcome.problem}
          action={onUndo && { label: pageTexts.undo, keys: 'u', run: onUndo }}
          onClose={onClose}
        >
          {outcome.text}
        </ActionNotice>
      )}
    </NoticeRegion>
  );
}

interface QueueProps {
  bugs: readonly Bug[];
  current: Bug | undefined;
  onChoose: (bug: Bug) => void;
}

/** The bugs waiting for triage; pressing one shows it beside them. */
function Queue({ bugs, current, onChoose }: QueueProps) {
  return (
    <ol className={styles.queue} aria-label={pageTexts.queue}>
      {bugs.map((bug) => (
        <li key={bug._id} data-current={bug._id === current?._id}>
          <button
            type="button"
            aria-current={bug._id === current?._id ? 'true' : undefined}
            onClick={() => onChoose(bug)}
          >
            <span>
              <span className={styles.number}>{`#${bug.number} `}</span>
              {bug.title}
            </span>
          </button>
          <div className={styles.filed}>
            <PriorityChip priority={bug.priority} />
            <PersonName id={bug.createdBy._id} name={bug.createdBy.name} />
            <Ago value={bug.createdAt} />
          </div>
        </li>
      ))}
    </ol>
  );
}
