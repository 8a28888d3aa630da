import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { change as changeSchema, heartbeat, live, streamsEvent } from '#contract/live.ts';
import { call, openStream } from '#web/lib/api/call.ts';
import { whenReached } from '#web/lib/api/reach.ts';
import { earliestSince, forgetSince, onEarlierSince, sinceOf } from '#web/lib/api/headers.ts';
import { getProfile } from '#web/lib/api/specified-users.ts';
import { backoff, pause } from '#web/lib/waiting.ts';
import { createNotifier } from '#web/lib/notifier.ts';
import { type AskAgain, createAsks, createBatches } from './asks.ts';
import { watchAttention, whenOfInterest } from './attention.ts';
import type { LiveChange } from './change.ts';

/** The time without data after which a stream counts as broken, in milliseconds. */
const maxSilence = 40_000;

/** The reason for closing a stream that the server has not ended. */
type Left = 'hidden' | 'offline' | 'silent' | 'too late';

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
async function follow({ since, signal, onOpen, onEvent }: Options): Promise<Left | undefined> {
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

/** `live`: changes are shown as they happen. `away`: the server is unreachable. `connecting`: not known yet. */
type LiveState = 'live' | 'connecting' | 'away';

export interface Live {
  get(): LiveState;
  /**
   * Since when this page has learnt of every change, in milliseconds since 1970; undefined while it is not connected. What
   * was fetched since then is current, or the changes that it lacks are on their way.
   */
  gaplessSince(): number | undefined;
  subscribe(listener: () => void): () => void;
  start(): void;
  stop(): void;
}

/** A stream that lasted this long, in milliseconds, resets the backoff. */
const lasting = 5_000;

interface Delivery {
  changes(changes: readonly LiveChange[], askAgain: AskAgain): Promise<void>;
  /** Changes were missed: anything may have changed. */
  everything(): Promise<void>;
}

/** Follows the stream of changes from `start` to `stop`: reconnects, misses no change, and delivers them. */
export function createLive({ changes, everything }: Delivery): Live {
  const { subscribe, notify } = createNotifier();
  let state: LiveState = 'connecting';
  // The stream begins at the page's first response.
  let wholeSince = performance.timeOrigin;
  let running: AbortController | undefined;

  function set(next: LiveState): void {
    if (state === next) return;
    state = next;
    notify();
  }

  async function run(signal: AbortSignal): Promise<void> {
    const asks = createAsks(signal);
    const batches = createBatches({ changes: (batch) => changes(batch, asks.add), everything }, signal);
    let position: number | undefined;
    let failures = 0;

    function miss(): void {
      wholeSince = Date.now();
      batches.addEverything();
    }

    function onEvent({ id, event, data }: EventSourceMessage): void {
      // The server gives every event an id.
      if (id !== undefined) position = Number(id);
      if (event === 'reset') return miss();
      if (event === streamsEvent) return asks.setStreams(Number(data));
      const change = changeSchema.safeParse(parsed(data));
      if (change.success && position !== undefined) batches.add({ ...change.data, seq: position });
    }

    /** Follows streams until one ends; resolves to the reason, `undefined` if the server or the network ended it. */
    async function connect(): Promise<Left | undefined> {
      let opened: number | undefined;
      const round = new AbortController();
      try {
        // No response has been received yet, so the start position is not known.
        if (earliestSince() === undefined) await call(getProfile, { signal });
        position ??= earliestSince();
        return await follow({
          since: position,
          signal: AbortSignal.any([signal, round.signal]),
          onEvent,
          onOpen(last) {
            opened = performance.now();
            set('live');
            if (position !== undefined && last !== undefined && last < position) {
              // The server has restarted the numbering of changes, for example after restoring a backup: all cached
              // data may be wrong.
              position = last;
              miss();
              round.abort();
            }
          },
        });
      } catch {
        return undefined;
      } finally {
        if (opened !== undefined && performance.now() - opened > lasting) failures = 0;
      }
    }

    while (!signal.aborted) {
      await whenOfInterest(signal);
      if (signal.aborted) return;
      const left = await connect();
      if (signal.aborted) return;
      if (left === 'too late') position = earliestSince();
      if (left === 'hidden' || left === 'too late') continue;
      set(state === 'live' && left !== 'offline' ? 'connecting' : 'away');
      failures += 1;
      await pause(backoff(failures), signal);
      await whenReached(signal);
    }
  }

  return {
    get: () => state,
    gaplessSince: () => (state === 'live' ? wholeSince : undefined),
    subscribe,
    start() {
      if (running) return;
      running = new AbortController();
      void run(running.signal);
    },
    stop() {
      running?.abort();
      running = undefined;
      forgetSince();
      wholeSince = Date.now();
      set('connecting');
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
