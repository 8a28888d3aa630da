import type { ParsedMail } from './parse.ts';

/** More of a header is not read: it bounds the work. */
const maxLength = 10_000;

/**
 * Whether the mail server with this name confirms that the message is from the domain of its `From`: its
 * `Authentication-Results` (RFC 8601), which it put above all others, have `dmarc=pass`. Those below may be the sender's.
 */
export function isAuthentic({ from, headers }: ParsedMail, server: string): boolean {
  const [, value = ''] = headers.find(([name]) => name === 'authentication-results') ?? [];
  if (from === undefined || value.length > maxLength) return false;
  const [id = '', ...results] = partsOf(value);
  if (id.split(/\s/u, 1)[0] !== server) return false;
  const dmarc = results.filter((result) => /^dmarc\s*=/u.test(result));
  const [only = ''] = dmarc;
  if (dmarc.length !== 1 || !/^dmarc\s*=\s*pass(?:\s|$)/u.test(only)) return false;
  const [, domain] = /(?:^|\s)header\.from\s*=\s*(\S+)/u.exec(only) ?? [];
  return domain === undefined || domain.split('@').at(-1) === from.split('@').at(-1);
}

/** The parts between semicolons, in lower case, without comments and quoted text. */
function partsOf(value: string): string[] {
  let [text, depth, isQuoted] = ['', 0, false];
  for (let i = 0; i < value.length; i += 1) {
    const character = value[i] ?? '';
    if (character === '\\' && (isQuoted || depth > 0)) i += 1;
    else if (character === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) text += character;
  }
  return text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
}
