import { expect, test } from 'vitest';
import type { FileRef } from '#contract/conversation/files.ts';
import { type Send, type Upload, UploadError, UploadQueue, UploadsClearedError } from './uploads.ts';

const file = (name: string) => new File(['x'], name);
const ref = (name: string) => ({ _id: name, name }) as FileRef;
/** Waits for the queued reactions. */
const done = () => new Promise((resolve) => setTimeout(resolve));

function queueWith() {
  const sent = new Map<string, PromiseWithResolvers<FileRef> & Parameters<Send>[1]>();
  const queue = new UploadQueue((one, options) => {
    const answer = Promise.withResolvers<FileRef>();
    options.signal.addEventListener('abort', () => answer.reject(options.signal.reason));
    sent.set(one.name, { ...answer, ...options });
    return answer.promise;
  });
  const states = () => queue.get().map(({ file: { name }, state }) => `${name} ${state}`);
  return { queue, sent, states };
}

test('three files are sent at once, the others in their order', async () => {
  const { queue, sent, states } = queueWith();
  queue.add(['a', 'b', 'c', 'd', 'e'].map((name) => ({ file: file(name) })));
  expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting', 'e waiting']);
  sent.get('b')?.resolve(ref('b'));
  await done();
  expect(states()).toEqual(['a sending', 'b stored', 'c sending', 'd sending', 'e waiting']);
  expect(queue.take().map(({ stored }) => stored?._id)).toEqual(['b']);
  expect(queue.take()).toEqual([]);
  expect(states()).toEqual(['a sending', 'c sending', 'd sending', 'e waiting']);
});

test('a cancelled upload is aborted and replaced, and its later events are ignored', async () => {
  const { queue, sent, states } = queueWith();
  queue.add(['a', 'b', 'c', 'd'].map((name) => ({ file: file(name) })));
  const [{ key }] = queue.get() as [Upload];
  queue.remove(key);
  expect(sent.get('a')?.signal.aborted).toBe(true);
  sent.get('a')?.onProgress(0.5);
  await done();
  expect(states()).toEqual(['b sending', 'c sending', 'd sending']);
  queue.clear();
  await done();
  expect(states()).toEqual([]);
});

test('a failed upload can be sent again, from its beginning', async () => {
  const { queue, sent, states } = queueWith();
  queue.add([{ file: file('a') }]);
  sent.get('a')?.onProgress(0.5);
  expect(queue.get()).toMatchObject([{ sent: 0.5 }]);
  sent.get('a')?.reject(new Error('away'));
  await done();
  expect(queue.get()).toMatchObject([{ state: 'failed', error: new Error('away') }]);
  queue.retry(1);
  expect(queue.get()).toMatchObject([{ state: 'sending', sent: 0, error: undefined }]);
  sent.get('a')?.resolve(ref('a'));
  await done();
  expect(states()).toEqual(['a stored']);
});

test('a form waits until all files are stored and taken, or one has failed', async () => {
  const { queue, sent } = queueWith();
  queue.add([{ file: file('a') }]);
  const events: string[] = [];
  const settled = queue.settled().then(() => events.push('settled'));
  sent.get('a')?.resolve(ref('a'));
  await done();
  expect(events).toEqual([]);
  queue.take();
  await settled;
  queue.add([{ file: file('too large'), error: new Error('25 MB') }]);
  await expect(queue.settled()).rejects.toThrow(UploadError);
  queue.clear();
  await queue.settled();
});

test('clearing the uploads cancels a form that waits, but not a later one', async () => {
  const { queue } = queueWith();
  queue.add([{ file: file('a') }, { file: file('b') }]);
  const settled = queue.settled();
  queue.clear();
  await expect(settled).rejects.toThrow(UploadsClearedError);
  await queue.settled();
});
