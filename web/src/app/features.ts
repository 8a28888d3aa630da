import { accountLinks } from '#web/features/account-links/feature.ts';
import { admin } from '#web/features/admin/feature.ts';
import { auth } from '#web/features/auth/feature.ts';
import { bugs } from '#web/features/bugs/feature.ts';
import { classification } from '#web/features/classification/feature.ts';
import { dashboard } from '#web/features/dashboard/feature.ts';
import { inbox } from '#web/features/inbox/feature.ts';
import { triage } from '#web/features/triage/feature.ts';
import { views } from '#web/features/views/feature.ts';
import { profile } from '#web/features/profile/feature.ts';

/** Every feature, in the order of its links in the bar. */
export const features = [
  dashboard,
  bugs,
  classification,
  views,
  triage,
  admin,
  profile,
  auth,
  inbox,
  accountLinks,
] as const;
