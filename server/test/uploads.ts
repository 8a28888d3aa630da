import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { FileRef } from '#contract/conversation/files.ts';
import { atEnd } from './at-end.ts';
import type { Answer, Client } from './harness.ts';

/** The folder for the contents of all databases that commands work on, unless a test names another one. */
export const filesOfCommands = () => folder;
let folder = newFolder();

function newFolder(): string {
  return join(tmpdir(), `katydid-test-files-${randomUUID()}`);
}

/**
 * Uses another folder from now on, until the end of the test file, because a process remembers to which database a
 * folder belongs.
 */
export function renewFilesOfCommands(): void {
  folder = newFolder();
  const made = folder;
  atEnd(() => rm(made, { recursive: true, force: true }));
}

/** A file as a form sends it. */
export interface SentFile {
  name?: string;
  type?: string;
  content?: string | Uint8Array<ArrayBuffer>;
}

/** Uploads a file as a browser does. */
export async function send(by: Client, { name = 'notes.txt', type = '', content = 'Notes' }: SentFile = {}) {
  const form = new FormData();
  form.append('file', new Blob([content], { type }), name);
  return (await by.send('POST', '/api/files', { body: form })) as Answer<FileRef>;
}

/** Uploads a file, and returns the file in the answer. */
export async function uploaded(by: Client, file?: SentFile): Promise<FileRef> {
  const { status, body } = await send(by, file);
  if (status !== 201) throw new Error(`The upload was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** A form with one part whose headers are as given, in bytes that no browser would send. */
export function rawForm(headers: string, content: string): { body: string; type: string } {
  return {
    body: `--x\r\n${headers}\r\n\r\n${content}\r\n--x--\r\n`,
    type: 'multipart/form-data; boundary=x',
  };
}

/** A PNG of one colour. */
export function png(width: number, height: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = width * height > 1_000_000 ? Buffer.alloc(0) : Buffer.alloc((width + 1) * height, 0);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
