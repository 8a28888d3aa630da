import type { Attachment } from 'postal-mime';
import { maxFiles } from '#contract/conversation/file-field.ts';
import { readHead } from './read-head.ts';

/** A file that came with a message. */
export interface MailedFile {
  readonly name: string;
  /** The media type declared in the message, in lower case. */
  readonly type: string;
  readonly content: Uint8Array;
  /** Whether it is a picture that the message's HTML shows, and not marked as an attachment: it may be a logo. */
  readonly isShown: boolean;
}

/** Parts that describe the message, or repeat its text, and are not content. */
const technical = new Set([
  'application/pgp-signature',
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'message/delivery-status',
  'text/rfc822-headers',
  'text/x-amp-html',
]);

/** If a message has more files than a bug can have, shown pictures below this size are left out. In bytes. */
const smallPicture = 10 * 1024;

/** The files among a message's attachments; `html` is the message's HTML. Takes linear time. */
export function mailedFiles(attachments: readonly Attachment[], html: string): MailedFile[] {
  const shown = shownIn(html);
  const files = attachments.flatMap((part) => {
    const { mimeType, disposition, contentId = '', content } = part;
    const type = mimeType.toLowerCase();
    const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
    const given = givenName(part.filename ?? '', type);
    if (technical.has(type) || (bytes.byteLength === 0 && given === undefined)) return [];
    const isShown =
      disposition !== 'attachment' &&
      type.startsWith('image/') &&
      shown.has(contentId.replaceAll(/^<|>$/gu, '').toLowerCase());
    return { name: given ?? '', type, content: bytes, isShown };
  });
  const few =
    files.length > maxFiles
      ? files.filter(({ isShown, content }) => !isShown || content.byteLength >= smallPicture)
      : files;
  return few.map((file, index) => ({ ...file, name: file.name || nameFor(file, index + 1) }));
}

/** A picture within the HTML itself, as web mail writes pasted pictures. Shorter ones are spacers. */
const embedded =
  /(<img\b[^<>]{0,2000}?\ssrc\s{0,5}=\s{0,5}["']?)data:(image\/[a-z\d.+-]{1,40})(?:;[\w=.-]{1,60}){0,3};base64,([a-z\d+/=\r\n]{100,})/giu;

/**
 * Moves the pictures in HTML to parts of the message, which the returned HTML shows, up to the number of files that a
 * bug can have. Takes linear time.
 */
export function withoutPictures(html: string, pictures: Attachment[]): string {
  return html.replaceAll(embedded, (_, before: string, mimeType: string, content: string) => {
    if (pictures.length === maxFiles) return before;
    const contentId = `picture-${pictures.length + 1}`;
    pictures.push({ filename: null, mimeType, disposition: 'inline', contentId, content: bytesOf(content) });
    return `${before}cid:${contentId}`;
  });
}

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64')).buffer;

/** The `Content-ID`s of the parts that HTML shows, in lower case. */
function shownIn(html: string): ReadonlySet<string> {
  const found = html.matchAll(/\bcid:([^\s"'<>()\\]{1,300})/giu);
  return new Set(Array.from(found, ([, id = '']) => decoded(id).toLowerCase()));
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

const messageTypes: ReadonlySet<string> = new Set(['message/rfc822', 'message/global']);

/** The file's name in the message; undefined if there is none by which a user would recognise the file. */
function givenName(filename: string, type: string): string | undefined {
  // Mail programs name forwarded messages by their subjects, in which slashes separate no folders.
  if (messageTypes.has(type)) return filename.trim() === '' ? undefined : messageName(filename);
  const last = filename.split(/[/\\]/u).at(-1) ?? '';
  // Some letters are invisible.
  return /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u.test(last) ? filename : undefined;
}

/** The names and extensions that files without a name get by their types. */
const namesByType = new Map([
  ['application/ms-tnef', 'winmail.dat'],
  ['application/vnd.ms-tnef', 'winmail.dat'],
  ['application/pkcs7-mime', 'smime.p7m'],
  ['application/x-pkcs7-mime', 'smime.p7m'],
  ['text/calendar', 'invite.ics'],
]);
const extensions = new Map([
  ['application/json', '.json'],
  ['application/pdf', '.pdf'],
  ['application/zip', '.zip'],
  ['image/bmp', '.bmp'],
  ['image/gif', '.gif'],
  ['image/heic', '.heic'],
  ['image/jpeg', '.jpg'],
  ['image/png', '.png'],
  ['image/svg+xml', '.svg'],
  ['image/tiff', '.tiff'],
  ['image/webp', '.webp'],
  ['text/csv', '.csv'],
  ['text/html', '.html'],
  ['text/plain', '.txt'],
  ['video/mp4', '.mp4'],
]);

function nameFor({ type, content }: Pick<MailedFile, 'type' | 'content'>, position: number): string {
  if (messageTypes.has(type)) return messageName(readHead(content).subject || 'message');
  return namesByType.get(type) ?? `file-${position}${extensions.get(type) ?? ''}`;
}

function messageName(subject: string): string {
  const name = subject
    .slice(0, 100)
    .toWellFormed()
    .replaceAll(/[/\\]+/gu, '-')
    .trim();
  return /\.(?:eml|msg)$/iu.test(name) ? name : `${name}.eml`;
}
