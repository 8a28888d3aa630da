import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useInSight } from '#web/lib/use-in-sight.ts';
import { bugsOf, totalOf } from '#web/features/bugs/data/bug-pages.ts';
import { bugCountQuery } from '#web/features/bugs/data/queries.ts';
import { BoardColumn, ColumnLabel, ColumnTotal } from './BoardColumn.tsx';
import { ColumnHead, ColumnRoot } from './board.styles.tsx';

/** The column of an archived group, as long as it has bugs: closed at first, as no card can be moved to it. */
export function ArchivedColumn(column: React.ComponentProps<typeof BoardColumn>) {
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLElement>(null);
  const { group, field, filter } = column;
  const { data } = useInfiniteQuery({
    ...bugCountQuery({ ...filter, [field.name]: group.key }),
    enabled: useInSight(root),
  });
  const total = totalOf(data, bugsOf(data).length, true);
  if (isOpen) return <BoardColumn {...column} onClose={() => setIsOpen(false)} />;
  if (total === '0') return null;
  return (
    <ColumnRoot ref={root} aria-label={group.label} data-closed>
      <ColumnHead>
        <ColumnLabel group={group} isOpen={false} onToggle={() => setIsOpen(true)} />
        <ColumnTotal total={total} />
      </ColumnHead>
    </ColumnRoot>
  );
}
