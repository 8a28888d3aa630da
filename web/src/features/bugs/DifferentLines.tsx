import { Fragment } from 'react';

/** A text whose lines are marked where the other has none like them. */
export function DifferentLines({ text, other }: { text: string; other: string }) {
  const others = new Set(other.split('\n'));
  return text.split('\n').map((line, index) => (
    // A line has no name but its place, and the text does not change.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && '\n'}
      {others.has(line) ? line : <mark>{line}</mark>}
    </Fragment>
  ));
}
