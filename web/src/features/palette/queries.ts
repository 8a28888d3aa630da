import { queryOptions } from '@tanstack/react-query';
import { additionsOffered } from '#web/lib/api/back-end.ts';
import { call } from '#web/lib/api/call.ts';
import { type Bug, listBugs } from '#web/lib/api/specified.ts';
import { numberIn } from '#web/lib/bugs/bug-number.ts';
import { findKnown, most, withFirst } from './find-bugs.ts';

/**
 * The bugs that the server finds for a text: the one with the typed number, then the newest. Cached apart from the
 * lists of pages, and briefly, because changes of bugs do not update them.
 */
export const foundBugsQuery = (text: string) =>
  queryOptions({
    queryKey: ['bugs found by the palette', text],
    queryFn: async ({ signal }): Promise<Bug[]> => {
      if (!additionsOffered()) return findKnown(await call(listBugs, { signal }), text);
      const number = numberIn(text);
      const limit = String(most);
      const [numbered, found] = await Promise.all([
        number === undefined ? [] : call(listBugs, { query: { number: String(number), limit: '1' }, signal }),
        call(listBugs, { query: { q: text, limit }, signal }),
      ]);
      return withFirst(numbered[0], found);
    },
    gcTime: 5_000,
  });
