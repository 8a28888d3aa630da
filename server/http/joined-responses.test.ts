import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { serverMessages } from '#contract/server-messages.ts';
import { AppError, notFound } from './errors.ts';
import { joinResponses } from './joined-responses.ts';
import { route } from './route.ts';

const part = (name: string, handle: () => Promise<string[]>) => ({
  name,
  route: route(
    endpoint('GET', '/api/part', {
      summary: '',
      access: 'signed-in',
      status: 200,
      response: z.array(z.string()),
    }),
    handle,
  ),
});
const call = { reply: { compileSerializationSchema: () => JSON.stringify } } as unknown as Parameters<
  typeof joinResponses
>[0];

test('a forbidden part is left out, and any other failure is that of the whole response', async () => {
  const seen = part('seen', async () => ['a']);
  const forbidden = part('forbidden', () =>
    Promise.reject(new AppError('forbidden', serverMessages.notFound())),
  );
  expect((await joinResponses(call, [forbidden, seen, forbidden])).toString()).toBe('{"seen":["a"]}');
  const missing = part('missing', () => Promise.reject(notFound()));
  await expect(joinResponses(call, [seen, missing])).rejects.toThrow(notFound());
});
