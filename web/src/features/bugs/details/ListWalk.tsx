import { createLink, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import { formatNumber } from '#web/language/language.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { IconAnchor, IconButton } from '#web/ui/Button.tsx';
import { NextIcon, PreviousIcon } from '#web/ui/icons.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { AbovePage } from '#web/ui/Page.tsx';
import { type ListPlace, noteWalked, useListPlace } from '#web/features/bugs/data/list-place.ts';
import { keyTexts } from '#web/features/bugs/change/texts.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Bug } from '#web/lib/api/specified.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { useQueryFields } from '#web/lib/bugs/query-fields.ts';
import { rowsOf, totalOf } from '#web/features/bugs/data/bug-pages.ts';
import { bugListQuery } from '#web/features/bugs/data/queries.ts';
import { walkTexts } from './texts.ts';
import styles from './details.module.css';

/** Navigation through the list from which the bug was opened, and back to it. Empty if another link opened the page. */
export function ListWalk({ id }: { id: string }) {
  const place = useListPlace();
  return place && <WalkBar id={id} place={place} />;
}

function WalkBar({ id, place }: { id: string; place: ListPlace }) {
  const router = useRouter();
  const navigate = useNavigate();
  const walk = useListWalk(id, place);
  useEffect(() => noteWalked(id), [id]);

  function go(step: Step | undefined) {
    if (!step) return undefined;
    return (isHeld: boolean) => {
      if (isHeld) return;
      void navigate({
        to: '/bugs/$id',
        params: { id: step.bug._id },
        state: { bugList: step.place },
      });
    };
  }
  useShortcuts({ j: go(walk.next) ?? keyTexts.noNext, k: go(walk.previous) ?? keyTexts.noPrevious });

  function back(event: React.MouseEvent) {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    // Not a new visit: the list is to be where it was.
    router.history.go(-place.steps);
  }

  return (
    <AbovePage width="reading">
      <nav className={styles.walk} aria-label={walkTexts.walk}>
        <TextLink to="/bugs" search={{ ...place.pages, q: place.text || undefined }} onClick={back}>
          {walkTexts.backToList}
        </TextLink>
        <span>
          <WalkLink step={walk.previous} name={walkTexts.previous}>
            <PreviousIcon />
          </WalkLink>
          <span className={styles.place}>{placeText(walk)}</span>
          <WalkLink step={walk.next} name={walkTexts.next}>
            <NextIcon />
          </WalkLink>
        </span>
      </nav>
    </AbovePage>
  );
}

interface LinkProps {
  step: Step | undefined;
  name: string;
  children: ReactNode;
}

const IconLink = createLink(IconAnchor);

function WalkLink({ step, name, children }: LinkProps) {
  if (!step)
    return (
      <IconButton size="small" aria-label={name} disabled>
        {children}
      </IconButton>
    );
  return (
    <IconLink
      size="small"
      aria-label={name}
      to="/bugs/$id"
      params={{ id: step.bug._id }}
      state={{ bugList: step.place }}
      title={step.bug.title}
    >
      {children}
    </IconLink>
  );
}

function placeText({ position, total }: Walk): string {
  if (position === 'left') return walkTexts.leftList;
  if (position === undefined) return '';
  const at = formatNumber(position);
  if (total === undefined) return at;
  return walkTexts.position(at, formatNumber(Number.parseInt(total, 10)) + (total.endsWith('+') ? '+' : ''));
}

/** The maximum number of bugs fetched to find the place again after a reload. */
const farthest = 500;

/** The next page is fetched this many bugs before the end of the loaded ones. */
const ahead = 10;

/** A neighbour in the list, and its place there. */
interface Step {
  readonly bug: Bug;
  readonly place: ListPlace;
}

interface Walk {
  /** The bug's one-based place in the list; `left` if it is no longer in the list; undefined while unknown. */
  readonly position: number | 'left' | undefined;
  /** The number of bugs in the list, if known. */
  readonly total: string | undefined;
  readonly previous: Step | undefined;
  readonly next: Step | undefined;
}

/**
 * The neighbours of a bug in the list from which the user came. The list stays as it was then: a bug that no longer
 * matches, for example because it was just resolved, keeps its place.
 */
function useListWalk(id: string, place: ListPlace): Walk {
  const { pages, text, query } = place;
  const list = useInfiniteQuery({
    ...bugListQuery(pages),
    enabled: ({ state }) => state.data === undefined,
  });
  const { data, hasNextPage, isFetching, error, fetchNextPage } = list;
  const { _id: me } = useUser();
  const fields = useQueryFields();
  const rows = useMemo(
    () => rowsOf(data, { filter: pages, fields, text, query, me }),
    [data, pages, fields, text, query, me],
  );
  const found = rows.findIndex(({ _id }) => _id === id);
  const at = found === -1 ? place.at : found;
  const after = found === -1 ? at : at + 1;

  const missing = after + 1 - rows.length;
  const loadNext = useEffectEvent(() => {
    if (hasNextPage && !isFetching && error === null && missing > -ahead && missing <= farthest)
      void fetchNextPage({ cancelRefetch: false });
  });
  useEffect(() => loadNext(), [missing, hasNextPage, isFetching]);

  function step(to: number): Step | undefined {
    const bug = rows[to];
    return bug && { bug, place: { ...place, at: to, steps: place.steps + 1 } };
  }
  const isLeft = data !== undefined && (missing <= 0 || !hasNextPage);
  return {
    position: found === -1 ? (isLeft ? 'left' : undefined) : found + 1,
    total: totalOf(data, rows.length, text === (pages.q ?? '') && query === pages.query),
    previous: step(at - 1),
    next: step(after),
  };
}
