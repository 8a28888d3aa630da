import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FileRef } from '#contract/conversation/files.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { createNotifier } from '#web/lib/notifier.ts';
import type { Problem } from '#web/lib/form/problem.ts';
import { fileTexts } from './texts.ts';

/** A file that is not sent because the server would refuse it. */
export class RefusedFileError extends Error {
  override name = 'RefusedFileError';
}

/** Whether a retry may succeed. */
export function canRetry(error: unknown): boolean {
  return !(error instanceof RefusedFileError || (error instanceof ApiError && error.status === 400));
}

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

  /** Removes the stored files from the queue and returns them: they now belong to the form. */
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

const queues = new Map<string, UploadQueue>();

/** Returns the queue for a key, which names the user and the form. Creates it if there is none. */
function queueOf(key: string, send: Send): UploadQueue {
  const known = queues.get(key);
  if (known) return known;
  if (queues.size === 0) addEventListener('beforeunload', askBeforeLeaving);
  const queue = new UploadQueue(send);
  queues.set(key, queue);
  return queue;
}

/** Only the pending uploads of a form are lost with the page. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  if ([...queues.values()].some((queue) => queue.get().length > 0)) event.preventDefault();
}

/** Ends the uploads of a form that is cancelled. */
export function cancelUploads(userId: string, form: string): void {
  queues.get(`${userId}:${form}`)?.clear();
}

interface Uploads {
  readonly queue: UploadQueue;
  readonly uploads: readonly Upload[];
  /** Whether the form waits for uploads before it is sent. */
  readonly isWaiting: boolean;
  /** The reason why the form was not sent, while it applies. */
  readonly failed: Upload | undefined;
  /**
   * Calls `send` at once, or once all files are uploaded; not at all if the form is cancelled or left meanwhile, or if
   * one fails. In that case, the focus moves to the retry button within `frame`.
   */
  readonly whenUploaded: (frame: Element | null | undefined, send: () => void) => void;
}

/** The uploads of a form, stored until the page is closed. `form` is the form's name in its drafts. */
export function useUploads(form: string): Uploads {
  const client = useQueryClient();
  const { _id: userId } = useUser();
  const [isWaiting, setWaiting] = useState(false);
  const [wasRefused, setRefused] = useState(false);
  const queue = queueOf(`${userId}:${form}`, async (file, options) => {
    const { sender } = await import('./send-file.ts');
    return sender(client)(file, options);
  });
  const uploads = useSyncExternalStore(queue.subscribe, queue.get);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  async function waitAndSend(frame: Element | null | undefined, send: () => void) {
    setWaiting(true);
    setRefused(false);
    try {
      await queue.settled();
    } catch (error) {
      if (error instanceof UploadError && !isLeft.current) {
        setRefused(true);
        frame?.querySelector<HTMLElement>('[data-failed="true"] button')?.focus();
      }
      return;
    } finally {
      setWaiting(false);
    }
    // A form that is opened later restores the draft; a closed form would send it without its files.
    if (!isLeft.current) send();
  }

  return {
    queue,
    uploads,
    isWaiting,
    failed: wasRefused ? uploads.find(({ state }) => state === 'failed') : undefined,
    whenUploaded(frame, send) {
      if (uploads.length === 0) send();
      else if (!isWaiting) void waitAndSend(frame, send);
    },
  };
}

/** The message of a form that was not sent because of a file; undefined for any other failure. */
export function uploadProblem(error: unknown): Problem | undefined {
  if (!(error instanceof UploadError)) return undefined;
  return { title: fileTexts.notUploaded(error.upload.file.name), text: fileTexts.retryOrRemove };
}
