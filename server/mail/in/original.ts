import { decodeWords } from './charsets.ts';
import { type MailHead, lineBreaks } from './read-head.ts';
import { viewsOf } from './redact-file.ts';
import { type Ours, noWidth, patternOf, withWholeTokens } from './redact.ts';

/** A part of a message: a text as the message contains it, or a file. */
export type MailPart =
  | { readonly type: 'text/plain' | 'text/html'; readonly text: string }
  | { readonly type: string; readonly name: string; readonly size: number };

/** The headers that are stored, as they are written. */
const shownHeaders = new Map(
  ['From', 'To', 'Cc', 'Date', 'Subject'].map((name) => [name.toLowerCase(), name]),
);
/** The maximum length of a header, and of all texts together, in UTF-16 code units. */
const maxHeader = 10_000;
const maxText = 1_000_000;

/** Contents that are embedded in a text. */
const embedded = /(data:[\w.+-]{1,60}\/[\w.+-]{1,80}(?:;[\w=.-]{1,60}){0,3};base64,)[A-Za-z0-9+/=]{64,}/giu;

/** Unsubscribe links into which mail programs put a line break. */
const brokenLink =
  /(unsubscribe\?user=[\da-f-]{0,36}(?:&(?:amp;)?(?:signature=[\w-]{0,42}|[a-z]{0,9}))?)=?\r?\n[ \t>]{0,20}(?=[\w&=-])/giu;

/**
 * A message as readable text: its main headers, its unchanged texts (HTML as source), and only the names of its files.
 * The secrets that `redact` removes are missing, regardless of how they are encoded. Takes linear time.
 */
export function originalOf(
  { headers }: Pick<MailHead, 'headers'>,
  parts: readonly MailPart[],
  ours: Ours,
): string {
  const secret = patternOf(ours, undefined);
  const head = headers.flatMap(([name, value]) => {
    const written = shownHeaders.get(name);
    if (written === undefined) return [];
    const line = decodeWords(cut(value, maxHeader)).replaceAll(lineBreaks, ' ');
    const isFolded = line.replaceAll(' ', '').search(secret) !== -1 && line.search(secret) === -1;
    return `${written}: ${isFolded ? leftOut : withoutSecrets(line, secret)}`;
  });
  let left = maxText;
  const body = parts.map((part) => {
    if (!('text' in part)) {
      const { name, type, size } = part;
      const line = `${name} (${type}, ${size} bytes)`.replaceAll(/\s+/gu, ' ').trim().slice(0, 1_000);
      return `[Attachment: ${withoutSecrets(line, secret)}]`;
    }
    const text = part.text.replaceAll(embedded, '$1…');
    const shown = cut(text, left);
    left -= shown.length;
    const rest = shown.length < text.length ? '\n[The rest is left out, as it is too long]' : '';
    return `[${part.type}]\n\n${withoutSecrets(shown, secret).trimEnd()}${rest}`;
  });
  return `${[head.join('\n'), ...body].join('\n\n')}\n`.toWellFormed().replaceAll('\0', '');
}

/** The beginning of a text, cut between two words, because a part of a secret would not be recognised as a secret. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = Math.max(length - longestWord, 0);
  return text.slice(0, start) + text.slice(start, length).replace(/[^\s<>"']+$/u, '');
}

const longestWord = 2_000;

function withoutSecrets(text: string, secret: RegExp): string {
  const redacted = withWholeTokens(text).replaceAll(brokenLink, '$1').replaceAll(secret, '…');
  const joined = redacted.replaceAll(wordBreaks, '');
  if (joined.search(secret) !== -1) return withoutSecrets(joined, secret);
  if (joined.replaceAll(tags, '').search(secret) !== -1) return leftOut;
  // Views also find encoded secrets, as in a message that was pasted.
  for (const view of viewsOf(Buffer.from(redacted))) if (view.search(secret) !== -1) return leftOut;
  return redacted;
}

const wordBreaks = new RegExp(
  `</?wbr\\b[^<>]{0,50}>|&(?:shy|zwsp|#173|#xad|#8203|#x200b);|${noWidth.source}`,
  'giu',
);
const tags = /<[^<>]{0,1000}>/gu;

const leftOut = '[Left out: it has an address or a link that only its recipient may know]';
