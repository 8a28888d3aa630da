import { Fragment } from 'react';

/** Beyond so many changes between marked and unmarked nothing is marked: drawing them would take long, and tell nothing. */
const maxPieces = 2_000;

/** A text whose lines are marked where the other has none like them. */
export function DifferentLines({ text, other }: { text: string; other: string }) {
  const pieces = piecesOf(text, other);
  if (pieces.length > maxPieces) return text;
  return pieces.map(({ lines, isMarked }, index) => (
    // A piece has no name but its place, and the text does not change.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && '\n'}
      {isMarked ? <mark>{lines.join('\n')}</mark> : lines.join('\n')}
    </Fragment>
  ));
}

/** Lines that are next to each other and marked alike, together. */
function piecesOf(text: string, other: string): { lines: string[]; isMarked: boolean }[] {
  const others = new Set(other.split('\n'));
  const pieces: { lines: string[]; isMarked: boolean }[] = [];
  for (const line of text.split('\n')) {
    const isMarked = !others.has(line);
    const last = pieces.at(-1);
    if (last?.isMarked === isMarked) last.lines.push(line);
    else pieces.push({ lines: [line], isMarked });
  }
  return pieces;
}
