import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { heartbeat, live } from '#contract/live.ts';
import { openStream } from '#web/lib/api/call.ts';
import { onEarlierSince, sinceOf } from '#web/lib/api/headers.ts';
import { watchAttention } from './attention.ts';

/** The time without data after which a stream counts as broken, in milliseconds. */
const maxSilence = 40_000;

/** The reason for closing a stream that the server has not ended. */
export type Left = 'hidden' | 'offline' | 'silent' | 'too late';

interface Options {
  since: number | undefined;
  signal: AbortSignal;
  /** The stream is open. `last` is the number of the server's last change, if sent. */
  onOpen: (last: number | undefined) => void;
  onEvent: (event: EventSourceMessage) => void;
}

/**
 * Follows one stream. Resolves when the server has ended it, or to the reason why it was closed: the page is hidden, the
 * network is gone, the stream is silent, or a response is older than the stream's start. Rejects like `call` if it cannot
 * be opened, and if it breaks.
 */
export async function follow({ since, signal, onOpen, onEvent }: Options): Promise<Left | undefined> {
  const link = new AbortController();
  let left: Left | undefined;
  const leave = (why: Left) => {
    left ??= why;
    link.abort();
  };
  let heard = Date.now();
  let silence: ReturnType<typeof setTimeout> | undefined;
  function listen() {
    heard = Date.now();
    clearTimeout(silence);
    silence = setTimeout(leave, maxSilence, 'silent');
  }

  listen();
  window.addEventListener('offline', () => leave('offline'), { signal: link.signal });
  const stopWatching = onEarlierSince(() => leave('too late'));
  watchAttention(
    link.signal,
    () => leave('hidden'),
    () => {
      // After the machine has slept, a stream may be broken without an event.
      if (Date.now() - heard > heartbeat * 1.5) leave('silent');
    },
  );
  try {
    await read(since, AbortSignal.any([signal, link.signal]), { onOpen, onEvent, onHeard: listen });
    return undefined;
  } catch (error) {
    if (left !== undefined) return left;
    throw error;
  } finally {
    clearTimeout(silence);
    stopWatching();
    link.abort();
  }
}

async function read(
  since: number | undefined,
  signal: AbortSignal,
  { onOpen, onEvent, onHeard }: Pick<Options, 'onOpen' | 'onEvent'> & { onHeard: () => void },
): Promise<void> {
  const query = since === undefined ? {} : { since: String(since) };
  const { body, headers } = await openStream(live, { query, signal });
  onOpen(sinceOf(headers));
  const parser = createParser({ onEvent });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onHeard();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}
