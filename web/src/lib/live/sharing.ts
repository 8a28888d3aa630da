import type { EventSourceMessage } from 'eventsource-parser';
import { randomName } from '#web/lib/api/once-only.ts';

/*
 * One page of a browser has the stream, and sends what it receives to the others over a channel (decision 72). To find
 * out which one it is, a page asks the others: if none answers that it has the stream, the page that asked opens it.
 * Pages ask again if they have not heard from the page with the stream for a while. Browsers slow the timers of hidden
 * pages, but not their message handlers, so that a hidden page with the stream answers, too.
 */

/** `live`: changes are shown as they happen. `away`: the server is unreachable. `connecting`: not known yet. */
export type LiveState = 'live' | 'connecting' | 'away';

/** A message of the page with the stream to the others. */
export interface Word {
  readonly state: LiveState;
  /** The change up to which it had sent everything before `event`. */
  readonly after: number | undefined;
  /** The event that it received next. */
  readonly event?: Pick<EventSourceMessage, 'id' | 'event' | 'data'>;
}

type Message = { readonly from: string } & (
  | { readonly kind: 'seek'; readonly since: number | undefined }
  | ({ readonly kind: 'lead' } & Word)
  | { readonly kind: 'leave' }
);

/** The time in which the page with the stream answers, in milliseconds. */
export const answerTime = 250;
/** The time after which pages ask for it again, in milliseconds: the time that it takes to notice that it crashed. */
export const silence = 3_000;

interface Options {
  /** The channel: the same for the pages that may have the same stream. It is renamed when messages change. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** Returns the message of this page, as the one with the stream, to the others. */
  readonly current: () => Word;
  /** The change up to which this page knows everything. */
  readonly position: () => number | undefined;
  readonly onWord: (word: Word) => void;
  /** Called on the page with the stream if another page lacks the changes after `since`. */
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

  /** Leaves the stream to another page, which has it or is about to open it. After this time, asks for it again. */
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
      // If two pages ask at the same time, the one with the lower name opens the stream.
      case 'seek':
        if (role === 'leader') {
          onSought(message.since);
          say(current());
        } else if (role === 'candidate' && me < message.from) seek();
        else give(answerTime * (2 + Math.random()));
        break;
      case 'lead':
        // The other page gives way when it hears this.
        if (role === 'leader' && me < message.from) say(current());
        else give(silence * (1 + Math.random() / 4));
        onWord(message);
        break;
      case 'leave':
        if (role === 'follower') setAlarm(Math.random() * answerTime, stand);
    }
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data));
  // So that the others need not wait until they notice.
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
     * Waits until this page is the one to open the stream. Resolves to a signal that is aborted when this ends, because
     * another page has the stream after all, or because `attention` was aborted.
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
    /** Sends a message to the other pages, as the page with the stream. */
    say,
    /** Asks the page with the stream for the changes that this page lacks. */
    seek,
  };
}

/** Undefined if the browser refuses it, as for pages that may not store anything. Such pages have their own streams. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
