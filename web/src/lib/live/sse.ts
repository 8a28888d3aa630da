/** One event of a stream. `id` is the last one that the stream named, empty before the first. */
export interface SseEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/**
 * Reads `text/event-stream` piece by piece, wherever the pieces are cut, and hands over every event as it is complete.
 * Comments and fields that it does not know are passed over; an event without data is none.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function createSseParser(onEvent: (event: SseEvent) => void): (text: string) => void {
  let rest = '';
  let id = '';
  let event = '';
  let data: string[] = [];

  function dispatch(): void {
    if (data.length > 0) onEvent({ id, event: event || 'message', data: data.join('\n') });
    event = '';
    data = [];
  }

  function take(line: string): void {
    if (line === '') return dispatch();
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
    else if (name === 'id' && !value.includes('\0')) id = value;
  }

  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    // Without its end it is not known to be whole; a final CR may be the first half of a CRLF.
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  };
}
