import { randomUUIDv7 } from 'node:crypto';

/** The digits that are the time, to the millisecond. */
const timeLength = '01900000-0000'.length;
/** The last digits, which a number holds. */
const tailLength = '123456789abc'.length;
let last = '';

/**
 * A new UUIDv7. It sorts behind those that this process made before, also within one millisecond, where Node's own are in
 * no order: so lists are in the order of events. Within one, the last id is incremented, as by "monotonic random" of
 * https://www.rfc-editor.org/rfc/rfc9562#section-6.2.
 */
export function newId(): string {
  const id = randomUUIDv7();
  last = id.slice(0, timeLength) === last.slice(0, timeLength) ? next(last) : id;
  return last;
}

function next(id: string): string {
  const tail = (Number.parseInt(id.slice(-tailLength), 16) + 1).toString(16);
  // It overflows once in some hundred million million ids: the next millisecond has others.
  return tail.length > tailLength ? newId() : id.slice(0, -tailLength) + tail.padStart(tailLength, '0');
}
