/** The ETag of a resource: its version. */
export function etag({ version }: { readonly version: number }): string {
  return `"${version}"`;
}

/**
 * Evaluates an If-Match header (RFC 9110, 13.1.1): a stored version matches if one of the listed strong tags names it,
 * or if the header is `*`. Without the header, every version matches; with an invalid header, none.
 */
export function ifMatch(header: string | undefined): (version: number) => boolean {
  const tags = header?.split(',').map((tag) => tag.trim());
  return (version) => tags === undefined || tags.includes('*') || tags.includes(`"${version}"`);
}

/** Whether `If-None-Match` names this entity tag. */
export function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

/**
 * The single range that a request asks for (https://www.rfc-editor.org/rfc/rfc9110#section-14.2); undefined if it asks
 * for none, or for several, which a server need not support; 'none' if the content has no byte of the range.
 */
export function byteRange(header: string | undefined, size: number): Range | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? 'none' : { start: size - count, end: size - 1 };
  }
  const range = { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
  if (last !== '' && Number(last) < range.start) return undefined;
  return range.start < size ? range : 'none';
}

/** A range of bytes, counted from 0; `last` is inclusive. */
interface Range {
  readonly start: number;
  readonly end: number;
}
