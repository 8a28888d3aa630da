import type { QueryClient } from '@tanstack/react-query';
import { fileQuery } from './file-query.ts';
import { referenceTo } from './references.ts';

/** A text that refers to these files, as far as they are loaded, for comments without a text of their own. */
export function referencesTo(client: QueryClient, ids: readonly string[]): string {
  const files = ids.flatMap((id) => client.getQueryData(fileQuery(id).queryKey) ?? []);
  return files.map(referenceTo).join('\n');
}
