import type { ParsedMail } from './parse.ts';

/** More of a header is not read: it bounds the work. */
const maxLength = 10_000;

/**
 * Whether the mail server with this name confirms that the message is from the domain of its `From`: its
 * `Authentication-Results` (RFC 8601), which it put above all others, have `dmarc=pass`. Those below may be the sender's. What can be
 * read in two ways is not believed: a server that does not quote what the sender has chosen may write results of the sender into its own.
 */
export function isAuthentic(
  { from, headers }: Pick<ParsedMail, 'from' | 'headers'>,
  server: string,
): boolean {
  const [, value = ''] = headers.find(([name]) => name === 'authentication-results') ?? [];
  if (from === undefined || value.length > maxLength) return false;
  const [id = '', ...parts] = partsOf(value) ?? [];
  if (id.split(/\s/u, 1)[0] !== server) return false;
  const results = parts.map(resultOf);
  const at = results.findIndex((result) => result?.method === 'dmarc');
  if (at === -1 || !areUnambiguous(results)) return false;
  // A sender's address can be quoted and contain results, which `smtp.mailfrom` then has.
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

/** Each is one of the standard, and only of DKIM, which a message can have several times, there is more than one. */
function areUnambiguous(results: readonly (Result | undefined)[]): boolean {
  const methods = results.map((result) => result?.method);
  const others = methods.filter((method) => method !== 'dkim');
  return !methods.includes(undefined) && new Set(others).size === others.length;
}

/** Whether the mail server says who sent the message, and that is no address that could contain anything else. */
function hasPlainReturnPath(headers: ParsedMail['headers']): boolean {
  const paths = headers.filter(([name]) => name === 'return-path').map(([, value]) => value.trim());
  return paths.length > 0 && paths.every((path) => /^<?[^\s<>()[\]\\,;:"]{1,320}>?$/u.test(path));
}

/** The parts between semicolons, in lower case, without comments and what is quoted; undefined where one of these has no end. */
function partsOf(value: string): string[] | undefined {
  const text = unquoted(value);
  const parts = text
    ?.toLowerCase()
    .split(';')
    .map((part) => part.trim());
  return parts?.at(-1) === '' ? parts.slice(0, -1) : parts;
}

/** With a mark for what is quoted. Quotes within comments, which servers read in several ways, are refused. */
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
