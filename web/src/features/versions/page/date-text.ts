import type { Version } from '#contract/classification/versions.ts';
import { dayText } from '#web/features/versions/Day.tsx';
import { pageTexts } from './texts.ts';

/** When a version was released, or is due. */
export function dateText({ state, date }: Pick<Version, 'state' | 'date'>): string {
  if (date === null) return '';
  return (state === 'planned' ? pageTexts.plannedFor : pageTexts.releasedOn)(dayText(date));
}
