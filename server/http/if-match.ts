/**
 * What an If-Match header asks of a stored version (RFC 9110, 13.1.1): one of the strong tags that it lists, or any
 * with `*`. Without the header every version will do; one that makes no sense matches none.
 */
export function ifMatch(header: string | undefined): (version: number) => boolean {
  const tags = header?.split(',').map((tag) => tag.trim());
  return (version) => tags === undefined || tags.includes('*') || tags.includes(`"${version}"`);
}

/** The ETag of a resource: its version. */
export function etag({ version }: { readonly version: number }): string {
  return `"${version}"`;
}
