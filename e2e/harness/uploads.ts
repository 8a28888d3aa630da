import type { Locator, Page } from '@playwright/test';
import type { FileRef } from '#contract/conversation/files.ts';
import { png } from '#server/test/uploads.ts';
import type { Person } from './person.ts';

interface SentFile {
  name: string;
  content: string | Uint8Array<ArrayBuffer>;
}

/** Uploads a file, as an API client does. */
export async function uploads(by: Person, { name, content }: SentFile): Promise<FileRef> {
  const body = new FormData();
  body.append('file', new Blob([content]), name);
  const headers = { authorization: `Bearer ${by.token}` };
  const response = await fetch(`${by.server.url}/api/files`, { method: 'POST', headers, body });
  if (response.status !== 201) throw new Error(`The server answered ${response.status}`);
  return (await response.json()) as FileRef;
}

export const image = (name: string, width = 60, height = 40) => ({ name, content: png(width, height) });
export const text = (name: string, content = 'One line') => ({ name, content });

/** Chooses files in the input of the editor's button, without the browser's file dialog. */
export async function attach(within: Page | Locator, ...files: SentFile[]): Promise<void> {
  await within
    .locator('input[type="file"]')
    .setInputFiles(files.map(({ name, content }) => ({ name, mimeType: '', buffer: Buffer.from(content) })));
}

/** Pastes files into a field, with their names as file managers copy them, or drops them on it. */
export async function give(
  to: Locator,
  event: 'paste' | 'drop',
  ...files: (SentFile & { type?: string })[]
): Promise<void> {
  const given = files.map(({ name, content, type = 'image/png' }) => ({
    name,
    type,
    bytes: [...Buffer.from(content)],
  }));
  await to.evaluate(
    (element, { all, how }) => {
      const data = new DataTransfer();
      for (const { name, type, bytes } of all)
        data.items.add(new File([new Uint8Array(bytes)], name, { type }));
      if (how === 'paste') data.setData('text/plain', all.map(({ name }) => name).join('\n'));
      const options = { bubbles: true, cancelable: true };
      const happens = (name: string) =>
        element.dispatchEvent(
          how === 'paste'
            ? new ClipboardEvent(name, { ...options, clipboardData: data })
            : new DragEvent(name, { ...options, dataTransfer: data }),
        );
      if (how === 'drop') for (const name of ['dragenter', 'dragover']) happens(name);
      happens(how);
    },
    { all: given, how: event },
  );
}
