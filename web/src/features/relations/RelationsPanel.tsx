import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import {
  type AddedKind,
  addedKinds,
  type Relation,
  type RelationKind,
  relationKinds,
} from '#contract/bugs/relations.ts';
import { formatNumber } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { ProgressLine } from '#web/ui/states/ProgressLine.tsx';
import { AddRelation } from './dialogs.tsx';
import { useRelate } from './mutations.ts';
import { relationsQuery } from './data.ts';
import { RelatedBugs } from './RelatedBugs.tsx';
import { texts } from './texts.ts';
import styles from './relations.module.css';

/** The relations of a bug; renders nothing if it has none. The banner above the bug shows what it duplicates. */
export function RelationsPanel({ bug }: { bug: Bug }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = useQuery(relationsQuery(bug._id));
  const mayChange = useBugRights().mayWork(bug);
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<{ kind: AddedKind; bug: BugReference }>();
  const { add, remove } = useRelate(bug._id);
  const groups = groupsOf(data?.relations ?? []);
  const problem = remove.error ?? add.error;
  if (groups.length === 0 && !removed && !problem) return null;

  function end(kind: AddedKind, other: BugReference) {
    setRemoved(undefined);
    add.reset();
    remove.mutate(
      { kind, bug: other._id },
      {
        onSuccess() {
          setRemoved({ kind, bug: other });
          // The button that had the focus is gone.
          heading.current?.focus({ preventScroll: true });
        },
      },
    );
  }

  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {texts.relations}
        </h2>
        {mayChange && (
          <Button size="small" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        )}
      </div>
      {groups.map(({ kind, bugs }) => (
        <div key={kind} className={styles.group}>
          <h3>{texts.kinds[kind]}</h3>
          {kind === 'parent-of' && <Children bugs={bugs} />}
          <RelatedBugs
            group={texts.kinds[kind]}
            bugs={bugs}
            onRemove={mayChange && isAdded(kind) ? (other) => end(kind, other) : undefined}
          />
        </div>
      ))}
      {problem && <Notice {...problemOf(texts.failed, problem)} />}
      {removed && (
        <Notice
          severity="info"
          title={texts.removedFrom(texts.kinds[removed.kind], `#${removed.bug.number}`)}
          actions={
            <Button
              size="small"
              onClick={() => {
                setRemoved(undefined);
                add.mutate({ kind: removed.kind, bug: removed.bug._id });
                heading.current?.focus({ preventScroll: true });
              }}
            >
              {texts.undo}
            </Button>
          }
        />
      )}
      {isAdding && <AddRelation bug={bug} onClose={() => setAdding(false)} />}
    </section>
  );
}

/** The number of resolved children. */
function Children({ bugs }: { bugs: readonly BugReference[] }) {
  const resolved = bugs.filter(({ status }) => status === 'resolved').length;
  const text = texts.progress(formatNumber(resolved), formatNumber(bugs.length));
  return <ProgressLine max={bugs.length} value={resolved} text={text} />;
}

const isAdded = (kind: RelationKind): kind is AddedKind => addedKinds.some((one) => one === kind);

/** Grouped by kind, except what the bug duplicates. */
function groupsOf(relations: readonly Relation[]) {
  const byKind = Map.groupBy(relations, ({ kind }) => kind);
  return relationKinds.flatMap((kind) => {
    const bugs = byKind.get(kind)?.map(({ bug }) => bug) ?? [];
    return bugs.length > 0 && kind !== 'duplicate-of' ? [{ kind, bugs }] : [];
  });
}
