import type { MailHead } from './read-head.ts';

/** Longer headers are not trusted, which bounds the work. */
const maxLength = 10_000;

/**
 * Whether the mail server with this name confirms that the message is from the domain of its `From`: its
 * `Authentication-Results` (RFC 8601), which it puts above all others, have `dmarc=pass`. Headers below it may be the
 * sender's. Ambiguous headers are not trusted: a server that does not quote text chosen by the sender may include the
 * sender's fake results in its own.
 */
export function isAuthentic({ from, headers }: Pick<MailHead, 'from' | 'headers'>, server: string): boolean {
  const [, value = ''] = headers.find(([name]) => name === 'authentication-results') ?? [];
  if (from === undefined || value.length > maxLength) return false;
  const [id = '', ...parts] = partsOf(value) ?? [];
  if (id.split(/\s/u, 1)[0] !== server) return false;
  const results = parts.map(resultOf);
  const at = results.findIndex((result) => result?.method === 'dmarc');
  if (at === -1 || !areUnambiguous(results)) return false;
  // A sender's address can be quoted and contain results, which then appear in `smtp.mailfrom`.
  const before = parts.slice(0, at).join(' ');
  if (!hasPlainReturnPath(headers) && /\ssmtp\./u.test(before)) return false;
  return results[at]?.result === 'pass' && isOfDomain(results[at], from.split('@').at(-1) ?? '');
}

function isOfDomain({ properties }: Result, domain: string): boolean {
  const values = properties.filter(([name]) => name === 'header.from').map(([, value]) => value);
  return values.length === 1 && values[0]?.split('@').at(-1) === domain;
}

interface Result {
  readonly method: string;
  readonly result: string;
  readonly properties: readonly (readonly [name: string, value: string])[];
}

const word = '[\\w.-]+';
const property = `(${word})\\s*=\\s*([^\\s=;]\\S*)`;
const resultPattern = new RegExp(
  `^([\\w-]+)(?:\\s*/\\s*\\d+)?\\s*=\\s*([\\w-]+)((?:\\s+${word}\\s*=\\s*[^\\s=;]\\S*)*)$`,
  'u',
);

function resultOf(part: string): Result | undefined {
  const [, method = '', result = '', rest = ''] = resultPattern.exec(part) ?? [];
  if (method === '') return undefined;
  const properties = Array.from(
    rest.matchAll(new RegExp(property, 'gu')),
    ([, name = '', value = '']) => [name, value] as const,
  );
  return { method, result, properties };
}

/**
 * Whether each result has a standard method, and only DKIM, which a message can have several times, occurs more than
 * once.
 */
function areUnambiguous(results: readonly (Result | undefined)[]): boolean {
  const methods = results.map((result) => result?.method);
  const others = methods.filter((method) => method !== 'dkim');
  return !methods.includes(undefined) && new Set(others).size === others.length;
}

/** Whether the mail server states the message's sender, as an address that cannot contain anything else. */
function hasPlainReturnPath(headers: MailHead['headers']): boolean {
  const paths = headers.filter(([name]) => name === 'return-path').map(([, value]) => value.trim());
  return paths.length > 0 && paths.every((path) => /^<?[^\s<>()[\]\\,;:"]{1,320}>?$/u.test(path));
}

/**
 * The parts between semicolons, in lower case, without comments and quoted text; undefined if a comment or quoted text
 * is unterminated.
 */
function partsOf(value: string): string[] | undefined {
  const text = unquoted(value);
  const parts = text
    ?.toLowerCase()
    .split(';')
    .map((part) => part.trim());
  return parts?.at(-1) === '' ? parts.slice(0, -1) : parts;
}

/** Replaces quoted text with a mark. Refuses quotes within comments, which servers parse differently. */
function unquoted(value: string): string | undefined {
  let [text, depth] = ['', 0];
  for (const [token] of value.matchAll(/"(?:[^"\\]|\\[^])*"|\\[^]|[^]/gu)) {
    const isQuote = token.startsWith('"');
    if (isQuote && (token === '"' || depth > 0)) return undefined;
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (depth === 0) text += token.length > 1 ? '"' : token;
    if (depth < 0) return undefined;
  }
  return depth > 0 ? undefined : text;
}
