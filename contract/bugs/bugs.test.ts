import { expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import { bugFields } from './bug-fields.ts';
import { type Bug, type BugFilter, type Sort, bug, createBugBody, type updateBugBody } from './bugs.ts';
import type { FieldChange } from './history.ts';

interface Person {
  _id: string;
  name: string;
}
type Status = 'open' | 'in-progress' | 'resolved';
type Priority = 'low' | 'medium' | 'high';

test('the register of fields gives bugs, requests and changes their exact types', () => {
  expectTypeOf<Pick<Bug, 'title' | 'description' | 'status' | 'priority' | 'assignedTo'>>().toEqualTypeOf<{
    title: string;
    description: string;
    status: Status;
    priority: Priority;
    assignedTo: Person | null;
  }>();
  expectTypeOf<z.output<typeof createBugBody>['status']>().toEqualTypeOf<Status>();
  expectTypeOf<z.output<typeof createBugBody>['assignedTo']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<z.output<typeof updateBugBody>['title']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<BugFilter['status']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<BugFilter['assignedTo']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Extract<Sort, `-${string}`>>().toEqualTypeOf<
    '-createdAt' | '-updatedAt' | '-rank' | '-title' | '-status' | '-priority'
  >();
  expectTypeOf<Extract<FieldChange, { field: 'assignedTo' }>['from']>().toEqualTypeOf<Person | null>();
  expect(Object.keys(bug.shape)).toEqual(expect.arrayContaining(Object.keys(bugFields)));
  expect(Object.keys(createBugBody.shape)).toEqual(Object.keys(bugFields));
});
