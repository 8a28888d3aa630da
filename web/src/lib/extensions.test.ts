import { expect, test } from 'vitest';
import { type Extensions, joined } from './extensions.ts';

test('what features add is joined in their order, by what each slot holds', async () => {
  const neededInOutages = async () => {};
  const [bugList, otherList] = [async () => expect.fail(), async () => expect.fail()];
  const [live, otherLive] = [{}, {}];
  const features: Extensions[] = [
    { neededInOutages: [neededInOutages], auditActions: { created: 'Created' }, live },
    {},
    {
      neededInOutages: [neededInOutages, neededInOutages],
      auditActions: { deleted: 'Deleted' },
      bugList,
      live: otherLive,
    },
    { bugList: otherList },
  ];
  const all = joined(features);
  expect(all.neededInOutages).toEqual([neededInOutages, neededInOutages, neededInOutages]);
  expect(all.auditActions).toEqual({ created: 'Created', deleted: 'Deleted' });
  expect(all.bugList).toBe(bugList);
  expect(all.live).toEqual([live, otherLive]);
  expect([all.shortcuts, all.timelinePredicates, all.bugBeside]).toEqual([[], {}, undefined]);
});
