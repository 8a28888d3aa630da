import { expect, test } from 'vitest';
import { createSseParser, type SseEvent } from './sse.ts';

function read(...pieces: string[]): SseEvent[] {
  const events: SseEvent[] = [];
  const parse = createSseParser((event) => events.push(event));
  for (const piece of pieces) parse(piece);
  return events;
}

const stream =
  ': \n\nid: 7\ndata: {"a":1}\n\n: \n\nevent: reset\nid: 9\ndata: {}\n\nid: 10\ndata: {"é":"𝕏"}\n\n';
const events = [
  { id: '7', event: 'message', data: '{"a":1}' },
  { id: '9', event: 'reset', data: '{}' },
  { id: '10', event: 'message', data: '{"é":"𝕏"}' },
];

test('events come with their id, name and data; heartbeats are no events', () => {
  expect(read(stream)).toEqual(events);
});

test('they are the same wherever the stream is cut, and whatever ends its lines', () => {
  for (const text of [stream, stream.replaceAll('\n', '\r\n'), stream.replaceAll('\n', '\r') + '\n']) {
    for (let at = 0; at <= text.length; at += 1)
      expect(read(text.slice(0, at), text.slice(at))).toEqual(events);
    expect(read(...text.split(''))).toEqual(events);
  }
});

test('an event is handed over once its blank line is there, not before', () => {
  expect(read('id: 1\ndata: x\n')).toEqual([]);
  expect(read('id: 1\ndata: x\n', '\n')).toHaveLength(1);
});

test('the id stays until another comes, the name and the data do not', () => {
  expect(read('id: 1\nevent: a\ndata: x\n\ndata: y\n\nevent: b\n\ndata\n\n')).toEqual([
    { id: '1', event: 'a', data: 'x' },
    { id: '1', event: 'message', data: 'y' },
    { id: '1', event: 'message', data: '' },
  ]);
});

test('lines of data are joined, one space after the colon is dropped, the unknown is passed over', () => {
  expect(read('data:a\ndata:  b: c\nretry: 5\nwhatever\n\n')).toEqual([
    { id: '', event: 'message', data: 'a\n b: c' },
  ]);
});
