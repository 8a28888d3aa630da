import type { FileRef } from '#contract/conversation/files.ts';
import { createNotifier } from '#web/lib/notifier.ts';

/** A file that is being uploaded. */
export interface Upload {
  readonly key: number;
  readonly file: File;
  /** The placeholder in the text until the file is stored. */
  readonly placeholder: string | undefined;
  readonly state: 'waiting' | 'sending' | 'failed' | 'stored';
  /** The fraction sent so far, from 0 to 1. */
  readonly sent: number;
  /** Why it failed. */
  readonly error: unknown;
  readonly stored: FileRef | undefined;
}

interface SendOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (sent: number) => void;
}

export type Send = (file: File, options: SendOptions) => Promise<FileRef>;

/** The number of files that are uploaded at once. */
const atOnce = 3;

/**
 * The uploads of a form, in the order they were added. It lives as long as the page, so that a form finds them again.
 */
export class UploadQueue {
  readonly #send: Send;
  readonly #changed = createNotifier();
  readonly #sending = new Map<number, AbortController>();
  #uploads: readonly Upload[] = [];
  #lastKey = 0;
  /** The number of times that all uploads were cancelled. */
  #cleared = 0;

  constructor(send: Send) {
    this.#send = send;
  }

  readonly subscribe = this.#changed.subscribe;
  readonly get = (): readonly Upload[] => this.#uploads;

  add(files: readonly { file: File; placeholder?: string | undefined; error?: unknown }[]): void {
    const added = files.map(({ file, placeholder, error }): Upload => {
      this.#lastKey += 1;
      const state = error === undefined ? 'waiting' : 'failed';
      return { key: this.#lastKey, file, placeholder, state, sent: 0, error, stored: undefined };
    });
    this.#set([...this.#uploads, ...added]);
    this.#sendNext();
  }

  /** Retries a failed upload. */
  retry(key: number): void {
    this.#update(key, { state: 'waiting', sent: 0, error: undefined });
    this.#sendNext();
  }

  /** Cancels and removes an upload. */
  remove(key: number): void {
    this.#set(this.#uploads.filter((upload) => upload.key !== key));
    this.#sending.get(key)?.abort();
  }

  /** Cancels and removes all uploads, and rejects callers that wait for them. */
  clear(): void {
    this.#cleared += 1;
    for (const { key } of this.#uploads) this.remove(key);
  }

  /** Removes the stored files from the queue and returns them, as the form has them now. */
  take(): readonly Upload[] {
    const stored = this.#uploads.filter(({ state }) => state === 'stored');
    if (stored.length > 0) this.#set(this.#uploads.filter(({ state }) => state !== 'stored'));
    return stored;
  }

  /**
   * Resolves once no upload is pending and the form has the stored files. Rejects with UploadError if a file failed, and
   * with UploadsClearedError if all were cancelled meanwhile.
   */
  settled(): Promise<void> {
    const cleared = this.#cleared;
    return new Promise((resolve, reject) => {
      const look = () => {
        if (this.#cleared !== cleared) {
          stop();
          reject(new UploadsClearedError());
          return;
        }
        if (this.#uploads.some(isUnderWay)) return;
        stop();
        const failed = this.#uploads.find(({ state }) => state === 'failed');
        if (failed) reject(new UploadError(failed));
        else resolve();
      };
      const stop = this.subscribe(look);
      look();
    });
  }

  #sendNext(): void {
    for (const upload of this.#uploads)
      if (upload.state === 'waiting' && this.#sending.size < atOnce) void this.#sendOne(upload);
  }

  async #sendOne({ key, file }: Upload): Promise<void> {
    const abort = new AbortController();
    this.#sending.set(key, abort);
    this.#update(key, { state: 'sending' });
    try {
      const stored = await this.#send(file, {
        signal: abort.signal,
        onProgress: (sent) => this.#update(key, { sent }),
      });
      this.#update(key, { state: 'stored', sent: 1, stored });
    } catch (error) {
      this.#update(key, { state: 'failed', error });
    } finally {
      this.#sending.delete(key);
      this.#sendNext();
    }
  }

  #update(key: number, change: Partial<Upload>): void {
    if (!this.#uploads.some((upload) => upload.key === key)) return;
    this.#set(this.#uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)));
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    this.#changed.notify();
  }
}

/** Whether the form has to wait for it. */
function isUnderWay({ state }: Upload): boolean {
  return state !== 'failed';
}

/** The form that was waiting for its files was cancelled. */
export class UploadsClearedError extends Error {
  override name = 'UploadsClearedError';
}

/** A form cannot be sent because a file was not uploaded. */
export class UploadError extends Error {
  override name = 'UploadError';
  readonly upload: Upload;

  constructor(upload: Upload) {
    super(`${upload.file.name} was not uploaded`, { cause: upload.error });
    this.upload = upload;
  }
}
