import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { change as changeSchema, heartbeat, live, streamsEvent } from '#contract/live.ts';
import { ask, call, openStream } from '#web/lib/api/call.ts';
import { noteAnswer, whenReached } from '#web/lib/api/reach.ts';
import { earliestSince, forgetSince, onEarlierSince, sinceOf } from '#web/lib/api/headers.ts';
import { getProfile } from '#web/lib/api/specified-users.ts';
import { readToken } from '#web/lib/api/token.ts';
import { backoff, pause } from '#web/lib/waiting.ts';
import { createNotifier } from '#web/lib/notifier.ts';
import { type AskAgain, createAsks, createBatches } from './asks.ts';
import { attentionUntil, whenOfInterest } from './attention.ts';
import type { LiveChange } from './change.ts';
import { type LiveState, shareStream, type Word } from './sharing.ts';

/** The time without data after which a stream counts as broken, in milliseconds. */
const maxSilence = 40_000;

/** The reason for closing a stream that the server has not ended. */
type Left = 'offline' | 'silent' | 'behind';

interface Options {
  since: number | undefined;
  signal: AbortSignal;
  /** Called when the stream is open. `last` is the number of the server's last change, if sent. */
  onOpen: (last: number | undefined) => void;
  onEvent: (event: EventSourceMessage) => void;
}

/**
 * Follows one stream. Resolves when the server has ended it, or to the reason why it was closed: the network is gone, or
 * the stream is silent. Rejects like `call` if it cannot be opened, and if it breaks.
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
  // After the machine has slept, a stream may be broken without an event.
  const look = () => !document.hidden && Date.now() - heard > heartbeat * 1.5 && leave('silent');
  document.addEventListener('visibilitychange', look, { signal: link.signal });
  try {
    await read(since, AbortSignal.any([signal, link.signal]), { onOpen, onEvent, onHeard: listen });
    return undefined;
  } catch (error) {
    if (left !== undefined) return left;
    throw error;
  } finally {
    clearTimeout(silence);
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

export interface Live {
  get(): LiveState;
  /**
   * The time since which this page has learnt of every change, in milliseconds since 1970; undefined while it is not
   * connected. Data that was fetched since then is current, or the changes that it lacks are on their way.
   */
  gaplessSince(): number | undefined;
  subscribe(listener: () => void): () => void;
  /** Called whenever the session is known to be this user's. */
  start(userId: string): void;
  stop(): void;
}

/** A stream that lasted this long, in milliseconds, resets the backoff. */
const lasting = 5_000;

interface Delivery {
  changes(changes: readonly LiveChange[], askAgain: AskAgain): Promise<void>;
  /** Changes were missed: anything may have changed. */
  everything(): Promise<void>;
}

/** The time within which a page asks at most once for the changes that it lacks, in milliseconds. */
const seekTimeout = 1_000;

/**
 * Follows the stream of changes, which the pages of a browser share, from `start` to `stop`. Reconnects, and delivers
 * every change.
 */
export function createLive({ changes, everything }: Delivery): Live {
  const { subscribe, notify } = createNotifier();
  let state: LiveState = 'connecting';
  // The stream begins at the page's first response.
  let wholeSince = performance.timeOrigin;
  let running: (AbortController & { userId?: string }) | undefined;
  /** The token of the user whose changes these are. */
  let token: string | undefined;

  function set(next: LiveState): void {
    if (state === next) return;
    state = next;
    notify();
  }

  async function run(userId: string, signal: AbortSignal): Promise<void> {
    const asks = createAsks(signal);
    const batches = createBatches({ changes: (batch) => changes(batch, asks.add), everything }, signal);
    /** The change up to which this page knows everything. */
    let position = earliestSince();
    /** While this page has the stream: the change up to which it has sent everything to the others. */
    let cursor: number | undefined;
    let isLeading = false;
    let round = new AbortController();
    let failures = 0;
    let soughtAt = -seekTimeout;

    const current = () => ({ state, after: isLeading ? cursor : position });
    const pages = shareStream({
      name: `live ${userId}`,
      signal,
      current,
      position: () => position,
      onWord: hear,
      onSought: goBack,
    });
    const stopWatching = onEarlierSince(() => {
      position = earliestSince();
      if (isLeading) goBack(position);
      else pages.seek();
    });
    signal.addEventListener('abort', stopWatching);

    /** Opens the stream again from `since`, unless it has not yet passed that change. */
    function goBack(since: number | undefined): void {
      if (since === undefined || (cursor !== undefined && cursor <= since)) return;
      cursor = since;
      round.abort();
    }

    function hear({ state: theirs, after, event }: Word): void {
      if (!isLeading && theirs !== state) {
        if (theirs === 'live') noteAnswer();
        // If the server is unreachable from here, this page says so, too.
        if (theirs === 'away') ask().catch(() => undefined);
        set(theirs);
      }
      take(after, event);
    }

    function tell(event: EventSourceMessage): void {
      const after = cursor;
      cursor = seqOf(event) ?? cursor;
      pages.say({ state, after, event });
      take(after, event);
    }

    function take(after: number | undefined, event: Word['event']): void {
      if (event?.event === 'reset') return miss(seqOf(event));
      if (after !== undefined && position !== undefined && after > position) return lack();
      if (event?.event === streamsEvent) return asks.setStreams(Number(event.data));
      const seq = seqOf(event);
      if (event === undefined || seq === undefined || seq <= (position ?? -1)) return;
      position = seq;
      const change = changeSchema.safeParse(parsed(event.data));
      if (change.success) batches.add({ ...change.data, seq });
    }

    function miss(last: number | undefined): void {
      // Only another page has missed changes.
      if (last !== undefined && last === position) return;
      position = last;
      wholeSince = Date.now();
      batches.addEverything();
    }

    /** Others know more than this page, which was asleep or has just been opened. */
    function lack(): void {
      if (performance.now() - soughtAt < seekTimeout) return;
      soughtAt = performance.now();
      pages.seek();
    }

    /** Follows one stream until it ends; resolves to the reason, `undefined` if the server or the network ended it. */
    async function connect(term: AbortSignal): Promise<Left | undefined> {
      let opened: number | undefined;
      round = new AbortController();
      try {
        // No response has been received yet, so the start position is not known.
        if (position === undefined) await call(getProfile, { signal: term });
        goBack(position);
        round = new AbortController();
        return await follow({
          since: cursor,
          signal: AbortSignal.any([term, round.signal]),
          onEvent: tell,
          onOpen(last) {
            // Another user is signing in, on another page.
            if (readToken() !== token) throw new Error('The stream may be of another user');
            opened = performance.now();
            set('live');
            pages.say(current());
            if (position === undefined || last === undefined || last >= position) return;
            // The server has restarted the numbering of changes, for example after restoring a backup: all cached data may
            // be wrong.
            tell({ event: 'reset', id: String(last), data: '' });
            round.abort();
          },
        });
      } catch {
        return round.signal.aborted ? 'behind' : undefined;
      } finally {
        if (opened !== undefined && performance.now() - opened > lasting) failures = 0;
      }
    }

    async function lead(term: AbortSignal): Promise<void> {
      isLeading = true;
      cursor = position;
      while (!term.aborted) {
        const left = await connect(term);
        if (term.aborted) break;
        if (left === 'behind') continue;
        set(state === 'live' && left !== 'offline' ? 'connecting' : 'away');
        pages.say(current());
        failures += 1;
        await pause(backoff(failures), term);
        await whenReached(term);
      }
      isLeading = false;
    }

    while (!signal.aborted) {
      await whenOfInterest(signal);
      const attention = attentionUntil(signal);
      batches.hold(false);
      while (!attention.aborted) await lead(await pages.whenElected(attention));
      // A hidden page still listens to the others.
      batches.hold(true);
    }
  }

  function stop(): void {
    // Responses that were received before the user was known still count.
    if (!running) return;
    running.abort();
    running = undefined;
    forgetSince();
    wholeSince = Date.now();
    set('connecting');
  }
  return {
    get: () => state,
    gaplessSince: () => (state === 'live' ? wholeSince : undefined),
    subscribe,
    start(userId) {
      if (running && running.userId !== userId) stop();
      token = readToken();
      if (running) return;
      running = Object.assign(new AbortController(), { userId });
      void run(userId, running.signal);
    },
    stop,
  };
}

/** The server gives every change an id. */
function seqOf(event: Word['event']): number | undefined {
  return event?.id === undefined ? undefined : Number(event.id);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
