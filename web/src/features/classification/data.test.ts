import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { getActivity } from '#contract/bugs/history.ts';
import { listLabels } from '#contract/classification/labels.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { listBugs } from '#web/lib/api/specified.ts';
import { labels, rereading } from './data.ts';

const labelsChanged = rereading(labels);

const user = {
  _id: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  emailConfirmed: true,
  pendingEmail: '',
  role: 'user',
} as const;

const askAgain = () => undefined;

test('a label change makes stale only what has the label, or is filtered by labels', async () => {
  const queryClient = new QueryClient();
  const bugs = (label: string) => ({ pages: [[{ _id: '1', labels: [{ _id: label, name: 'x' }] }]] });
  const keys = {
    labels: endpointKey(listLabels, {}),
    withIt: endpointKey(listBugs, 'a'),
    byIt: endpointKey(listBugs, { query: { label: 'red' } }),
    without: endpointKey(listBugs, { query: { label: 'none' } }),
    others: endpointKey(listBugs, 'b'),
    timeline: endpointKey(getActivity, 'c'),
    otherTimeline: endpointKey(getActivity, 'd'),
  };
  queryClient.setQueryData(keys.labels, []);
  queryClient.setQueryData(keys.withIt, bugs('red'));
  queryClient.setQueryData(keys.byIt, { pages: [[]] });
  queryClient.setQueryData(keys.without, { pages: [[]] });
  queryClient.setQueryData(keys.others, bugs('blue'));
  queryClient.setQueryData(keys.timeline, { entries: [{ change: { to: [{ _id: 'red', name: 'x' }] } }] });
  queryClient.setQueryData(keys.otherTimeline, { entries: [] });
  await labelsChanged({ queryClient, user, askAgain }, [
    { seq: 1, type: 'label', _id: 'red', version: null },
  ]);
  const stale = Object.entries(keys).filter(([, key]) => queryClient.getQueryState(key)?.isInvalidated);
  expect(stale.map(([name]) => name)).toEqual(['labels', 'withIt', 'byIt', 'without', 'timeline']);
});

test('a query under way during the change is stale if its answer has the label', async () => {
  const queryClient = new QueryClient();
  const answer = Promise.withResolvers<unknown>();
  const [withIt, without] = [endpointKey(listBugs, 'a'), endpointKey(listBugs, 'b')];
  const fetched = queryClient.query({ queryKey: withIt, queryFn: () => answer.promise });
  queryClient.setQueryData(without, []);
  const change = { seq: 1, type: 'label', _id: 'red', version: 2 } as const;
  const changed = labelsChanged({ queryClient, user, askAgain }, [change]);
  answer.resolve([{ labels: [{ _id: 'red', name: 'old name' }] }]);
  await Promise.all([fetched, changed]);
  expect(queryClient.getQueryState(withIt)?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(without)?.isInvalidated).toBe(false);
});
