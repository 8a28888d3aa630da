import { fileURLToPath } from 'node:url';

/**
 * The path of a `file:` address of a database; a relative path is resolved against the working directory. Throws for
 * addresses that are no path.
 */
export function filePath(url: string): string {
  return url.startsWith('file:///') ? fileURLToPath(url) : url.slice('file:'.length);
}
