import { createLink, useNavigate, useRouter } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { Button, ButtonAnchor, type ButtonProps } from './Button.tsx';
import styles from './links.module.css';

/** A link that looks like a button, to the page where an action is performed. */
export const ButtonLink = createLink(ButtonAnchor);

/** A button that opens the page where an action is performed, and preloads it on hover or focus. */
export function ButtonTo({
  to,
  onBefore,
  ...button
}: ButtonProps & {
  to: string;
  /** Called before navigating. */
  onBefore?: () => void;
}): React.JSX.Element {
  const navigate = useNavigate();
  const router = useRouter();
  const preload = () => void router.preloadRoute({ to });
  return (
    <Button
      {...button}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => {
        onBefore?.();
        void navigate({ to });
      }}
    />
  );
}

/** A link within text or a table; `plain` has the colour of its surroundings, `underlined` is for links in a text. */
export const TextLink = createLink(
  ({ look, className = '', ...link }: ComponentProps<'a'> & { look?: 'plain' | 'underlined' }) => (
    <a dir="auto" {...link} data-look={look} className={`${styles.text} ${className}`} />
  ),
);

/** A link in a row of navigation links; the current one is filled. */
export function PlaceAnchor({ className = '', ...link }: ComponentProps<'a'>) {
  return <a {...link} className={`${styles.place} ${className}`} />;
}

/**
 * For the content under a stretched link. A time in it is above the link, to show the exact time on hover; with this
 * handler, a press on the time still follows the link.
 */
export function followFromTime(event: React.MouseEvent<HTMLElement>): void {
  const isMiddle = event.button === 1;
  const target = event.target as Element;
  // A row that is scrolled sideways has cells that its link does not cover.
  const isBeside = target.closest('td') !== null && target.closest('a, button, label, [tabindex]') === null;
  if ((!target.closest('time') && !isBeside) || (event.type === 'auxclick' && !isMiddle)) return;
  const link = event.currentTarget.querySelector('a');
  if (isMiddle && link) window.open(link.href, '_blank', 'noopener');
  else link?.dispatchEvent(new MouseEvent('click', event.nativeEvent));
}
