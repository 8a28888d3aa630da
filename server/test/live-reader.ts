/** An event of a live stream. */
export interface LiveEvent {
  id: number;
  event: string;
  data: Record<string, unknown>;
}

/** Reads a live stream as a client does. */
export class LiveReader {
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #abort: AbortController;
  readonly #events: LiveEvent[] = [];
  #rest = '';

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
      this.#events.push(...blocks.map(parse).filter((event) => event !== undefined));
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
}

function parse(block: string): LiveEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [name = '', value = ''] = line.split(/: (.*)/s);
    fields.set(name, value);
  }
  const text = fields.get('data');
  if (text === undefined) return undefined;
  const data = JSON.parse(text) as Record<string, unknown>;
  return { id: Number(fields.get('id')), event: fields.get('event') ?? 'message', data };
}
