import type { ReactNode } from 'react';

interface Props {
  /** A text with named placeholders in braces, as in "until {time}", in the order of its language. */
  text: string;
  parts: Readonly<Record<string, ReactNode>>;
}

/** A sentence with elements among its parts, each in its own direction. */
export function Sentence({ text, parts }: Props): ReactNode {
  return text
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 === 0 ? piece : <bdi key={piece}>{parts[piece]}</bdi>));
}
