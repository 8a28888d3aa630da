import { fileURLToPath } from 'node:url';

/**
 * The path that the `file:` address of a database names; a relative one counts from the working directory. Throws what
 * the address is no path for.
 */
export function filePath(url: string): string {
  return url.startsWith('file:///') ? fileURLToPath(url) : url.slice('file:'.length);
}
