/**
 * Evaluates an If-Match header (RFC 9110, 13.1.1): a stored version matches if one of the listed strong tags names it, or
 * with `*`. Without the header, every version matches; with an invalid header, none.
 */
export function ifMatch(header: string | undefined): (version: number) => boolean {
  const tags = header?.split(',').map((tag) => tag.trim());
  return (version) => tags === undefined || tags.includes('*') || tags.includes(`"${version}"`);
}

/** The ETag of a resource: its version. */
export function etag({ version }: { readonly version: number }): string {
  return `"${version}"`;
}
