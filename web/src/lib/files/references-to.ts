import type { QueryClient } from '@tanstack/react-query';
import { fileQuery } from './file-query.ts';
import { referenceTo } from './references.ts';

/** A text that refers to these files, if loaded, for comments without their own text. */
export function referencesTo(client: QueryClient, ids: readonly string[]): string {
  const files = ids.flatMap((id) => client.getQueryData(fileQuery(id).queryKey) ?? []);
  return files.map(referenceTo).join('\n');
}
