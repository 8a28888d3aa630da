import type { Bug } from '#contract/bugs/bugs.ts';
import { streamsEvent } from '#contract/live.ts';

/** An event of a live stream. */
export interface LiveEvent {
  id: number;
  event: string;
  /** The data, without the bug that a change carries. */
  data: Record<string, unknown>;
  bug: Bug | undefined;
}

/** Reads a live stream as a client does. */
export class LiveReader {
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #abort: AbortController;
  readonly #events: LiveEvent[] = [];
  #rest = '';
  /** The number of streams that the process had at the last change. */
  streams: number | undefined;

  private constructor(body: ReadableStream<Uint8Array>, abort: AbortController) {
    this.#reader = body
      .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
      .getReader();
    this.#abort = abort;
  }

  /** Opens a stream and waits for its headers. */
  static async open(url: string, token: string, since?: number | string): Promise<LiveReader> {
    const abort = new AbortController();
    const query = since === undefined ? '' : `?since=${since}`;
    const response = await fetch(`${url}/api/live${query}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: abort.signal,
    });
    if (response.status !== 200 || !response.body) throw new Error(`The stream answered ${response.status}`);
    return new LiveReader(response.body, abort);
  }

  /** The next event; undefined when the stream has ended. */
  async next(): Promise<LiveEvent | undefined> {
    while (this.#events.length === 0) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      const blocks = (this.#rest + value).split('\n\n');
      this.#rest = blocks.pop() ?? '';
      for (const block of blocks) this.#note(block);
    }
    return this.#events.shift();
  }

  /** The next `count` events. */
  async take(count: number): Promise<LiveEvent[]> {
    const taken: LiveEvent[] = [];
    while (taken.length < count) {
      const event = await this.next();
      if (!event) throw new Error(`The stream ended after ${taken.length} of ${count} events`);
      taken.push(event);
    }
    return taken;
  }

  close(): void {
    this.#abort.abort();
  }

  #note(block: string): void {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      const [name = '', value = ''] = line.split(/: (.*)/s);
      fields.set(name, value);
    }
    const text = fields.get('data');
    const event = fields.get('event') ?? 'message';
    if (event === streamsEvent) this.streams = Number(text);
    else if (text !== undefined) {
      const { bug, ...data } = JSON.parse(text) as Record<string, unknown>;
      this.#events.push({ id: Number(fields.get('id')), event, data, bug: bug as Bug | undefined });
    }
  }
}
