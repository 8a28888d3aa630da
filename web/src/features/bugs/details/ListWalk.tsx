import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { formatNumber } from '#web/language/language.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink, TextLink } from '#web/ui/links.tsx';
import { AbovePage } from '#web/ui/Page.tsx';
import { noteWalked } from '#web/features/bugs/data/active-bug.ts';
import { keyTexts } from '#web/features/bugs/field-keys/texts.ts';
import { type ListPlace, useListPlace } from '#web/features/bugs/data/list-place.ts';
import { walkTexts } from './texts.ts';
import { type ListWalk as Walk, type Step, useListWalk } from './use-list-walk.ts';
import styles from './ListWalk.module.css';

/** Navigation through the list from which the bug was opened, and back to it; nothing for a page opened by another link. */
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
      <nav className={styles.bar} aria-label={walkTexts.walk}>
        <TextLink to="/bugs" search={{ ...place.pages, q: place.text || undefined }} onClick={back}>
          {walkTexts.backToList}
        </TextLink>
        <span>
          <WalkLink step={walk.previous}>{walkTexts.previous}</WalkLink>
          <span className={styles.place}>{placeText(walk)}</span>
          <WalkLink step={walk.next}>{walkTexts.next}</WalkLink>
        </span>
      </nav>
    </AbovePage>
  );
}

interface LinkProps {
  step: Step | undefined;
  children: ReactNode;
}

function WalkLink({ step, children }: LinkProps) {
  if (!step)
    return (
      <Button size="small" disabled>
        {children}
      </Button>
    );
  return (
    <ButtonLink
      size="small"
      to="/bugs/$id"
      params={{ id: step.bug._id }}
      state={{ bugList: step.place }}
      title={step.bug.title}
    >
      {children}
    </ButtonLink>
  );
}

function placeText({ position, total }: Walk): string {
  if (position === 'left') return walkTexts.leftList;
  if (position === undefined) return '';
  const at = formatNumber(position);
  if (total === undefined) return at;
  return walkTexts.position(at, formatNumber(Number.parseInt(total, 10)) + (total.endsWith('+') ? '+' : ''));
}
