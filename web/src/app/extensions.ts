import { adminExtensions } from '#web/features/admin/extensions.ts';
import { bugsExtensions } from '#web/features/bugs/extensions.tsx';
import { classificationExtensions } from '#web/features/classification/extensions.tsx';
import { dashboardExtensions } from '#web/features/dashboard/extensions.ts';
import { timelineExtensions } from '#web/features/timeline/extensions.ts';
import { filesExtensions } from '#web/features/files/extensions.tsx';
import { inboxExtensions } from '#web/features/inbox/extensions.ts';
import { likelyDuplicatesExtensions } from '#web/features/likely-duplicates/extensions.ts';
import { mailExtensions } from '#web/features/mail/extensions.ts';
import { paletteExtensions } from '#web/features/palette/extensions.ts';
import { profileExtensions } from '#web/features/profile/extensions.ts';
import { relationsExtensions } from '#web/features/relations/extensions.ts';
import { triageExtensions } from '#web/features/triage/extensions.ts';
import { viewsExtensions } from '#web/features/views/extensions.ts';
import { votesExtensions } from '#web/features/votes/extensions.tsx';
import { joined } from '#web/lib/extensions.ts';

/**
 * Every feature's extensions for signed-in users. Only code for signed-in users imports this file, which keeps it out
 * of the first load.
 */
export const extensions = joined([
  paletteExtensions,
  dashboardExtensions,
  bugsExtensions,
  relationsExtensions,
  timelineExtensions,
  inboxExtensions,
  viewsExtensions,
  votesExtensions,
  adminExtensions,
  classificationExtensions,
  filesExtensions,
  profileExtensions,
  mailExtensions,
  likelyDuplicatesExtensions,
  triageExtensions,
]);
