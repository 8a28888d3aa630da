import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { formatNumber } from '#web/language/language.ts';
import { countsQuery, nameOf, useViews } from './queries.ts';
import { texts } from './texts.ts';

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
    <List aria-label={texts.pinned}>
      {pinned.map((view) => {
        const total = counts.find(({ _id }) => _id === view._id)?.total;
        return (
          <li key={view._id}>
            <Link id={view._id} name={nameOf(view)}>
              <span>{nameOf(view)}</span>
              {typeof total === 'string' && <Count>{shown(total)}</Count>}
            </Link>
          </li>
        );
      })}
    </List>
  );
}

function shown(total: string): string {
  return `${formatNumber(Number.parseInt(total, 10))}${total.endsWith('+') ? '+' : ''}`;
}

const List = styled('ul')(({ theme }) => ({
  display: 'contents',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { minWidth: 0 },
  '& a': { gap: theme.spacing(1.5), maxWidth: theme.spacing(44) },
  '& a > span:first-of-type': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  // On one line with the links.
  [theme.breakpoints.up('xl')]: { '& > li:nth-of-type(n + 7)': { display: 'none' } },
  [theme.breakpoints.between('lg', 'xl')]: { '& > li:nth-of-type(n + 5)': { display: 'none' } },
  [theme.breakpoints.between('md', 'lg')]: { '& > li:nth-of-type(n + 3)': { display: 'none' } },
  [theme.breakpoints.between('sm', 'md')]: { display: 'none' },
  [theme.breakpoints.down('sm')]: { '& a': { maxWidth: 'none' } },
}));

const Count = styled('span')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.caption.fontSize,
  fontWeight: 400,
  fontVariantNumeric: 'tabular-nums',
}));
