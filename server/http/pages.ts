/** A preference with its value and parameters (RFC 7240), and its separator. */
const preference =
  /[\s,]*([^\s,;="]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;="]*)))?\s*(?:;(?:[^,"]|"(?:[^"\\]|\\.)*")*)?(?:,|$)/y;

/**
 * The page size in a `Prefer` header. Undefined if there is none from 1 to `max`, or the header is malformed before it:
 * preferences that a server does not apply are ignored.
 */
export function preferredPageSize(header: string, max: number): number | undefined {
  for (preference.lastIndex = 0; preference.lastIndex < header.length;) {
    const found = preference.exec(header);
    if (!found) return undefined;
    const [, name, quoted, value = quoted ?? ''] = found;
    // If the preference occurs several times, the first one counts.
    if (name?.toLowerCase() === 'maxpagesize')
      return /^[1-9]\d{0,9}$/.test(value) && Number(value) <= max ? Number(value) : undefined;
  }
  return undefined;
}

/** How many entries a page has: up to `limit`, and up to `maxBytes` in all, but at least one if there are any. */
export function countOfPage(
  entries: readonly { readonly size: number }[],
  { limit, maxBytes }: { limit: number; maxBytes: number },
): number {
  let bytes = 0;
  const tooMuch = entries.findIndex(({ size }, i) => (bytes += size) > maxBytes && i > 0);
  return Math.min(limit, tooMuch === -1 ? entries.length : tooMuch);
}

/** The value of the header `Link` with the address of the next page. */
export function nextLink(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  cursor: string,
): string {
  const given = Object.entries({ ...query, cursor }).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `<${path}?${search.toString()}>; rel="next"`;
}
