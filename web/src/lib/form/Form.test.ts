import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PendingInputs } from './Form.tsx';

/** A form that counts its submissions, with pending inputs. */
function aForm(count: number) {
  const inputs = new PendingInputs();
  const made = Array.from({ length: count }, () => Promise.withResolvers<unknown>());
  for (const { promise } of made) inputs.add(promise);
  let sent = 0;
  const send = () => inputs.whenMade(() => (sent += 1));
  return { inputs, made, send, sent: () => nextIteration().then(() => sent) };
}

test('without pending inputs, a form is sent at once, otherwise once after all are made', async () => {
  const { inputs, made, send, sent } = aForm(1);
  send();
  send();
  expect(await sent()).toBe(0);
  const later = Promise.withResolvers<unknown>();
  inputs.add(later.promise);
  made[0]?.resolve('label');
  expect(await sent()).toBe(0);
  later.resolve('another');
  expect(await sent()).toBe(1);
  send();
  expect(await sent()).toBe(2);
});

test('a refused input keeps the form from being sent until it is sent again', async () => {
  const { made, send, sent } = aForm(2);
  send();
  made[0]?.reject(new Error('refused'));
  expect(await sent()).toBe(0);
  made[1]?.resolve('label');
  expect(await sent()).toBe(0);
  send();
  expect(await sent()).toBe(1);
});

test('a form that is left meanwhile is not sent', async () => {
  const { inputs, made, send, sent } = aForm(1);
  send();
  inputs.setLeft(true);
  made[0]?.resolve('label');
  expect(await sent()).toBe(0);
});
