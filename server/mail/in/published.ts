import { viewsOf } from './redact-file.ts';
import { encoded } from './redact.ts';

/** A link that stops all mail to a user, as written, whether or not it is valid. */
export interface StopLink {
  readonly user: string;
  readonly signature: string;
}

/** Possible secrets of mails in a text that others can read. */
export interface Published {
  /** The tokens of reply addresses, in lower case. */
  readonly tokens: readonly string[];
  readonly links: readonly StopLink[];
}

/** The maximum number of tokens, and of links, that are examined in one text or file. */
const maxFound = 1_000;

const tokenPattern = new RegExp(`${encoded('+')}([0-9a-f]{32})(?![0-9a-f])`, 'giu');
const linkPattern = new RegExp(
  `unsubscribe${encoded('?')}user${encoded('=')}([0-9a-f]{8}(?:-(?:2d)?[0-9a-f]{4}){3}-(?:2d)?[0-9a-f]{12})${encoded('&')}(?:amp;)?signature${encoded('=')}([\\w-]{43,})`,
  'giu',
);

/** Finds possible secrets in a text. Takes linear time. */
export function publishedIn(text: string): Published {
  const tokens = new Set<string>();
  for (const [, token = ''] of text.matchAll(tokenPattern))
    if (tokens.size < maxFound) tokens.add(token.toLowerCase());
  const links: StopLink[] = [];
  for (const [, id = '', signed = ''] of text.matchAll(linkPattern)) {
    const digits = id.toLowerCase().replaceAll('-2d', '').replaceAll('-', '');
    const user = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
    // The signature as written, and decoded from Proofpoint's encoding.
    for (const signature of [signed, signed.replaceAll(/-2d/giu, '-').replaceAll(/-5f/giu, '_')])
      if (links.length < maxFound) links.push({ user, signature: signature.slice(0, 43) });
  }
  return { tokens: [...tokens], links };
}

/** Finds possible secrets in a file, including parts encoded as in a message. */
export function publishedInFile(content: Uint8Array): Published {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const [tokens, links]: [string[], StopLink[]] = [[], []];
  for (const view of viewsOf(bytes)) {
    const found = publishedIn(view);
    tokens.push(...found.tokens.slice(0, maxFound - tokens.length));
    links.push(...found.links.slice(0, maxFound - links.length));
  }
  return { tokens, links };
}
