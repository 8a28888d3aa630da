const base = (import.meta.env.VITE_API_URL ?? '').replace(/\/+$/, '');

/**
 * The URL of a call: parameters replace `:name` in the path, undefined and empty values of the query are omitted.
 * Starts with the build's VITE_API_URL.
 */
export function address(
  path: string,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  return `${base}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

/**
 * The cursor of the next page from a `Link: <…>; rel="next"` header, or the endpoint's own parameter in its place;
 * undefined on the last page.
 */
export function nextCursor(link: string | null, parameter = 'cursor'): string | undefined {
  const next = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (next === undefined) return undefined;
  return new URL(next, 'http://localhost').searchParams.get(parameter) ?? undefined;
}
