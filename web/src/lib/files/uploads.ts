import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useUser } from '#web/lib/session/auth-context.ts';
import { type Send, type Upload, UploadError, UploadQueue } from './upload-queue.ts';

const queues = new Map<string, UploadQueue>();

/** The form, and its user. */
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
