import { expect, test } from 'vitest';
import { RefusedFileError, canRetry } from './uploads.ts';
import { checkReadable } from './send-file.ts';

test('a folder is refused before it is sent, and says what to do', async () => {
  await checkReadable(new File([], 'empty.txt'));
  await checkReadable(new File(['text'], 'a.txt'));
  // How Chromium represents a dropped folder.
  const folder = new File([], 'logs');
  folder.slice = () => {
    const blob = new Blob();
    blob.arrayBuffer = () => Promise.reject(new DOMException('It could not be read', 'NotReadableError'));
    return blob;
  };
  const error: unknown = await checkReadable(folder).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RefusedFileError);
  expect([(error as Error).message, canRetry(error)]).toEqual([
    'This cannot be read. To attach a folder, compress it into a ZIP file first.',
    false,
  ]);
});
