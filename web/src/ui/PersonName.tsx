import styles from './PersonName.module.css';

interface Props {
  id: string;
  name: string;
}

/** A person's name, preceded by a disc with the initials, whose colour is derived from the id. */
export function PersonName({ id, name }: Props) {
  return (
    <span
      className={styles.named}
      data-initials={initialsOf(name)}
      style={{ '--hue': hueOf(id) } as React.CSSProperties}
    >
      <bdi>{name}</bdi>
    </span>
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
