import { Fragment, type ReactNode } from 'react';

interface Props {
  /** A text with the names of its parts in braces, as in "until {time}", in the order of its language. */
  text: string;
  parts: Readonly<Record<string, ReactNode>>;
}

/** A sentence of which some parts are elements. */
export function Sentence({ text, parts }: Props): ReactNode {
  return text
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 === 0 ? piece : <Fragment key={piece}>{parts[piece]}</Fragment>));
}
