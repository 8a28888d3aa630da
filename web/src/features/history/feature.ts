import { feature } from '#web/lib/feature.ts';

/** Of a bug that was never edited the version is 1. */
function countChanges({ version }: { version: number }): string {
  return version === 1 ? 'No changes' : version === 2 ? '1 change' : `${version - 1} changes`;
}

/** What was changed on a bug, on its page. */
export const history = feature({
  open: [],
  protected: [],
  nav: [],
  bugSections: [
    { title: 'History', hint: countChanges, load: async () => (await import('./History.tsx')).History },
  ],
});
