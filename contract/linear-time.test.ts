import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from './index.ts';
import { fold, matcherOf } from '#contract/bugs/search.ts';
import { textLength } from './text.ts';
import { plainText, worstTexts } from '#server/test/worst-texts.ts';

/** Far above the variation of linear work between texts, far below quadratic growth at these lengths. */
const maxRatio = 20;

/** CPU milliseconds of this thread alone, the best of three tries: other threads compile and collect garbage. */
function costOf(work: () => unknown): number {
  const tries = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...tries);
}

/** The cost of normalising and counting an ordinary text of this size, which is needed at least once. */
function plainCost(octets: number): number {
  const text = plainText(octets);
  return Math.max(
    1,
    costOf(() => textLength(text)),
  );
}

/** The schemas of all texts that callers send, by location, with the maximum number of bytes that reaches them. */
const fields = endpoints.flatMap(({ method, path, query, body, bodyLimit = 64 * 1024 }) =>
  [query, body].flatMap((part) =>
    part instanceof z.ZodMiniObject
      ? Object.entries(part.shape).map(
          ([field, schema]) => [`${method} ${path} ${field}`, schema as z.ZodMiniType, bodyLimit] as const,
        )
      : [],
  ),
);

/** The names of the works that take far longer than an ordinary text of the same size. */
function slowOf(octets: number, works: Record<string, () => unknown>): string[] {
  const most = maxRatio * plainCost(octets);
  return Object.entries(works).flatMap(([name, work]) => {
    const cost = costOf(work);
    return cost < most ? [] : [`${name}: ${cost.toFixed()} ms, where ${most.toFixed()} are allowed`];
  });
}

test('no text that a request can carry takes long to check', () => {
  expect(fields.map(([name]) => name)).toEqual(
    expect.arrayContaining(['POST /api/users/login password', 'PUT /api/bugs/:id description']),
  );
  for (const [name, schema, octets] of fields) {
    const works = Object.entries(worstTexts(octets)).map(
      ([kind, text]) => [`${name}: ${kind}`, () => schema.safeParse(text)] as const,
    );
    expect(slowOf(octets, Object.fromEntries(works))).toEqual([]);
  }
});

test('folding or measuring an oversized text takes linear time', () => {
  const octets = 200_000;
  const texts = Object.entries(worstTexts(octets));
  expect(
    slowOf(octets, Object.fromEntries(texts.map(([kind, text]) => [kind, () => fold(text)] as const))),
  ).toEqual([]);
  expect(
    slowOf(octets, Object.fromEntries(texts.map(([kind, text]) => [kind, () => textLength(text)] as const))),
  ).toEqual([]);
});

test('searching takes linear time for every text and every query', () => {
  const bug = { title: '', description: 'a'.repeat(100_000) };
  const search = (needle: string) => () => matcherOf(needle)(bug);
  expect(
    slowOf(bug.description.length, {
      'a stranger near its beginning': search(`${'a'.repeat(10)}b${'a'.repeat(989)}`),
      'a stranger in its middle': search(`${'a'.repeat(500)}b${'a'.repeat(499)}`),
      'a stranger at its end': search(`${'a'.repeat(999)}b`),
    }),
  ).toEqual([]);
});
