import type { EventSourceMessage } from 'eventsource-parser';
import { randomName } from '#web/lib/api/once-only.ts';

/*
 * One page of a browser has the stream, and tells the others over a channel what it receives (decision 72). Which one is
 * decided by asking: where none answers that it has the stream, the one that asked opens it. Pages ask again where they have
 * not heard of the stream for a while. Browsers slow the timers of hidden pages, but not what they do on a message, so
 * that a hidden page with the stream answers, too.
 */

/** `live`: changes are shown as they happen. `away`: the server is unreachable. `connecting`: not known yet. */
export type LiveState = 'live' | 'connecting' | 'away';

/** What the page with the stream tells the others. */
export interface Word {
  readonly state: LiveState;
  /** The change up to which it has told everything. */
  readonly after: number | undefined;
  /** What it received then. */
  readonly event?: Pick<EventSourceMessage, 'id' | 'event' | 'data'>;
}

type Message = { readonly from: string } & (
  | { readonly kind: 'seek'; readonly since: number | undefined }
  | ({ readonly kind: 'lead' } & Word)
  | { readonly kind: 'leave' }
);

/** The time in which the page with the stream answers, in milliseconds. */
export const answerTime = 250;
/** The time after which pages ask for it again, in milliseconds: as long as it takes to notice that it crashed. */
export const silence = 3_000;

interface Options {
  /** The channel: the same for the pages that may have the same stream. It is renamed when messages change. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** What this page tells others as the one with the stream. */
  readonly current: () => Word;
  /** The change up to which this page knows everything. */
  readonly position: () => number | undefined;
  readonly onWord: (word: Word) => void;
  /** Called on the page with the stream: another one lacks what came after `since`. */
  readonly onSought: (since: number | undefined) => void;
}

/** Joins the pages that share a stream, until `signal` is aborted. */
export function shareStream({ name, signal, current, position, onWord, onSought }: Options) {
  const me = randomName();
  let channel = openChannel(name);
  /* A candidate has asked for the page with the stream, and waits for an answer. */
  let role: 'follower' | 'candidate' | 'leader' = 'follower';
  let term: AbortController | undefined;
  let elected: (() => void) | undefined;
  let alarm: ReturnType<typeof setTimeout> | undefined;

  function post(message: Message): void {
    // Messages on a channel stay within its origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel?.postMessage(message);
  }

  const seek = () => post({ kind: 'seek', from: me, since: position() });
  const say = (word: Word) => post({ kind: 'lead', from: me, ...word });

  function setAlarm(milliseconds: number, onTime: () => void): void {
    clearTimeout(alarm);
    if (elected) alarm = setTimeout(onTime, milliseconds);
  }

  function stand(): void {
    role = 'candidate';
    seek();
    setAlarm(answerTime, () => {
      role = 'leader';
      say(current());
      elected?.();
    });
  }

  /** Another page has the stream, or is about to. Asks whether it still has it after this time. */
  function give(milliseconds: number): void {
    role = 'follower';
    term?.abort();
    setAlarm(milliseconds, stand);
  }

  function leave(): void {
    clearTimeout(alarm);
    if (role === 'leader') post({ kind: 'leave', from: me });
    role = 'follower';
    term?.abort();
  }

  function hear(message: Message): void {
    switch (message.kind) {
      // Of two that ask at the same time, the one with the lower name opens it.
      case 'seek':
        if (role === 'leader') {
          onSought(message.since);
          say(current());
        } else if (role === 'candidate' && me < message.from) seek();
        else give(answerTime * (2 + Math.random()));
        break;
      case 'lead':
        // The other one gives way, when it hears this.
        if (role === 'leader' && me < message.from) say(current());
        else give(silence * (1 + Math.random() / 4));
        onWord(message);
        break;
      case 'leave':
        if (role === 'follower') setAlarm(Math.random() * answerTime, stand);
    }
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data));
  // The others need not wait until they notice.
  window.addEventListener('pagehide', () => role === 'leader' && post({ kind: 'leave', from: me }), {
    signal,
  });
  signal.addEventListener('abort', () => {
    leave();
    channel?.close();
    channel = undefined;
  });

  return {
    /**
     * Waits until this page is the one to open the stream. The signal it resolves to is aborted when this ends: as another
     * page has it after all, or as `attention` was aborted.
     */
    async whenElected(attention: AbortSignal): Promise<AbortSignal> {
      const { promise, resolve } = Promise.withResolvers<void>();
      elected = resolve;
      const onAbort = () => {
        leave();
        resolve();
      };
      attention.addEventListener('abort', onAbort, { once: true });
      if (!attention.aborted) {
        stand();
        await promise;
      }
      elected = undefined;
      term = new AbortController();
      if (attention.aborted) term.abort();
      term.signal.addEventListener('abort', () => attention.removeEventListener('abort', onAbort));
      return term.signal;
    },
    /** Tells the other pages, as the one with the stream. */
    say,
    /** Tells the page with the stream what this one lacks. */
    seek,
  };
}

/** Undefined where the browser refuses it, as it does for pages that may not store anything: they have streams of their own. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
