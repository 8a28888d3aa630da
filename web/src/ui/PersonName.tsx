import { styled } from '@mui/material/styles';

interface Props {
  id: string;
  name: string;
}

/** A person's name, preceded by a disc with the initials, whose colour is derived from the id. */
export function PersonName({ id, name }: Props) {
  return (
    <Named data-initials={initialsOf(name)} style={{ '--hue': hueOf(id) } as React.CSSProperties}>
      {name}
    </Named>
  );
}

/** The first letters of the first and last word. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const first = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return first
    .map((word = '') => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

/** One of twelve hues, in degrees; an id has the same one everywhere. */
export function hueOf(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return (sum % 12) * 30;
}

const Named = styled('span')(({ theme }) => ({
  '&::before': {
    // Hidden from screen readers, which read the name.
    content: 'attr(data-initials) / ""',
    display: 'inline-grid',
    placeItems: 'center',
    width: 20,
    height: 20,
    marginInlineEnd: theme.spacing(1.5),
    borderRadius: '50%',
    backgroundColor: 'hsl(var(--hue) 42% 88%)',
    color: 'hsl(var(--hue) 60% 24%)',
    fontSize: '0.5625rem',
    fontWeight: 650,
    lineHeight: 1,
    letterSpacing: 0,
    verticalAlign: 'middle',
    ...theme.applyStyles('dark', {
      backgroundColor: 'hsl(var(--hue) 28% 26%)',
      color: 'hsl(var(--hue) 60% 88%)',
    }),
  },
}));
