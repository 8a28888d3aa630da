import * as z from 'zod/mini';

/** Parses the query of an address: every value is text; for a repeated name, the last value counts. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Writes the query of an address, `?` included, without undefined and empty values. */
export function stringifySearch(values: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'string' && value !== '') search.set(name, value);
  return search.size > 0 ? `?${search}` : '';
}

/**
 * Creates an address parser from a schema whose fields are all optional. Invalid values, unknown names and empty values
 * are dropped, so that a mistyped or outdated link still opens the page.
 */
export function lenient<Schema extends z.ZodMiniObject>(
  schema: Schema,
): (raw: Record<string, unknown>) => Partial<z.output<Schema>> {
  return (raw) => {
    const kept = Object.entries(schema.shape).flatMap(([name, field]) => {
      const value = raw[name];
      if (value === undefined || value === '') return [];
      const parsed = z.safeParse(field, value);
      return parsed.success ? [[name, parsed.data] as const] : [];
    });
    return Object.fromEntries(kept) as Partial<z.output<Schema>>;
  };
}
