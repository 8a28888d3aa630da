import { type Kind, type Line, nextKind, originalLength } from './reply-marks.ts';

const isForeign = (kind: Kind | undefined) => kind === 'foreign' || kind === 'foreign headers';
const isMark = (kind: Kind | undefined) => kind === 'above' || kind === 'headers';

/** What is below a line, up to the next quote of a mail program. */
interface Below {
  readonly hasText: boolean;
  /** Whether its last paragraph begins with a small letter. */
  readonly goesOn: boolean | undefined;
}

/**
 * Decides what lines above another mail than ours are: of a mail program, as people also answer what others have quoted, or of a
 * log or a mail that a person put into the text. A person introduces these with a colon, or goes on below them with a
 * small letter; what has quote marks is the person's where text follows it.
 */
export function settleForeign(lines: readonly Line[], kinds: Kind[]): void {
  // A message that begins with a quote answers between quotes.
  const first = nextKind(kinds, 0);
  const isAnswer = isForeign(first) || isMark(first);
  let below: Below = { hasText: false, goesOn: undefined };
  for (let i = kinds.length - 1; i >= 0; i -= 1) {
    const kind = kinds[i];
    if (isForeign(kind)) {
      const end = i + 1;
      while (kinds[i - 1] === kind) i -= 1;
      const isQuoted = kind === 'foreign' && nextKind(kinds, end) === 'quote';
      const isOwn = isQuoted ? below.hasText && !isAnswer : below.goesOn === true || isIntroduced(lines, i);
      kinds.fill(isOwn ? 'text' : kind === 'foreign' ? 'above' : 'headers', i, end);
    }
    if (isMark(kinds[i])) below = { hasText: true, goesOn: undefined };
    if (kinds[i] === 'text') below = { hasText: true, goesOn: below.goesOn ?? startsSmall(lines, kinds, i) };
  }
}

/** Whether the paragraph that begins at this line begins with a small letter; undefined if none begins here. */
function startsSmall(lines: readonly Line[], kinds: readonly Kind[], at: number): boolean | undefined {
  return kinds[at - 1] === 'text' ? undefined : /^\p{Ll}/u.test(lines[at]?.text ?? '');
}

/** Whether the text right above a line ends with a colon, but for empty lines and `-----Original Message-----`. */
export function isIntroduced(lines: readonly Line[], at: number): boolean {
  let above = at - 1;
  while (above > at - 5 && (lines[above]?.text.trim() === '' || originalLength(lines, above) > 0)) above -= 1;
  return /[:：]$/u.test(lines[above]?.bare ?? '');
}
