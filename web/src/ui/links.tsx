import Button, { type ButtonProps } from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { createLink, useNavigate, useRouter } from '@tanstack/react-router';

/** A link that looks like a button, leading to where an action is performed. */
export const ButtonLink = createLink(Button);

/** A button that leads to where an action is performed, preloading the page on hover or focus. */
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

const Anchor = styled('a', { shouldForwardProp: (name) => name !== 'look' })<{
  /** `plain` has the colour of its surroundings; `underlined` is for links in a text. */
  look?: 'plain' | 'underlined';
}>(({ theme, look }) => ({
  color: look === 'plain' ? 'inherit' : theme.vars.palette.secondary.main,
  borderRadius: 2,
  textDecoration: look === 'underlined' ? 'underline' : 'none',
  '&:hover': { textDecoration: 'underline' },
}));

/** A link within text or a table. */
export const TextLink = createLink(Anchor);

/** A link in a row of navigation links; the current one is filled. */
export const PlaceAnchor = styled('a')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: theme.spacing(8),
  paddingInline: theme.spacing(3),
  borderRadius: 6,
  color: theme.vars.palette.text.secondary,
  fontWeight: 500,
  textDecoration: 'none',
  '&:hover': { color: theme.vars.palette.text.primary },
  '&[aria-current]': {
    color: theme.vars.palette.text.primary,
    backgroundColor: theme.vars.palette.primary.soft,
  },
  [theme.breakpoints.down('sm')]: { minHeight: 44 },
}));

/**
 * For the content under a stretched link: a time in it is above the link, to show the exact time on hover; a press on it
 * still follows the link.
 */
export function followFromTime(event: React.MouseEvent<HTMLElement>): void {
  const isMiddle = event.button === 1;
  if (!(event.target as Element).closest('time') || (event.type === 'auxclick' && !isMiddle)) return;
  const link = event.currentTarget.querySelector('a');
  if (isMiddle && link) window.open(link.href, '_blank', 'noopener');
  else link?.dispatchEvent(new MouseEvent('click', event.nativeEvent));
}
