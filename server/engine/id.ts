import { randomUUIDv7 } from 'node:crypto';

/** The time digits, in milliseconds. */
const timeLength = '01900000-0000'.length;
/** The last digits, which fit into a number. */
const tailLength = '123456789abc'.length;
let last = '';

/**
 * A new UUIDv7. It sorts after all earlier ones of this process, even within one millisecond, where Node's own are
 * unordered. Lists are therefore in the order of events. Within a millisecond, the last id is incremented, see
 * "monotonic random" in https://www.rfc-editor.org/rfc/rfc9562#section-6.2.
 */
export function newId(): string {
  const id = randomUUIDv7();
  last = id.slice(0, timeLength) === last.slice(0, timeLength) ? next(last) : id;
  return last;
}

function next(id: string): string {
  const tail = (Number.parseInt(id.slice(-tailLength), 16) + 1).toString(16);
  // It overflows about once in 10^14 ids: then the id is made in the next millisecond.
  return tail.length > tailLength ? newId() : id.slice(0, -tailLength) + tail.padStart(tailLength, '0');
}
