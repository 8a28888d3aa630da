import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { formatNumber } from '#web/language/language.ts';
import { countsQuery, nameOf, useViews } from './data.ts';
import { texts } from './texts.ts';
import styles from './views.module.css';

interface Props {
  /** A link to a view that looks like the links beside it. */
  link: ComponentType<{ id: string; name: string; children: ReactNode }>;
}

/**
 * The pinned views with their numbers of bugs. Narrower windows show the first ones; the menu on a phone has them all.
 */
export function Pins({ link: Link }: Props) {
  const { data: views = [] } = useViews();
  const pinned = views.filter(({ isPinned }) => isPinned);
  const { data: counts = [] } = useQuery({ ...countsQuery, enabled: pinned.length > 0 });
  if (pinned.length === 0) return null;
  return (
    <ul className={styles.pins} aria-label={texts.pinned}>
      {pinned.map((view) => {
        const total = counts.find(({ _id }) => _id === view._id)?.total;
        return (
          <li key={view._id}>
            <Link id={view._id} name={nameOf(view)}>
              <span>{nameOf(view)}</span>
              {typeof total === 'string' && <span className={styles.count}>{shown(total)}</span>}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function shown(total: string): string {
  return `${formatNumber(Number.parseInt(total, 10))}${total.endsWith('+') ? '+' : ''}`;
}
