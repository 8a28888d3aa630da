import type { Version } from '#contract/classification/versions.ts';
import { versionTexts } from '#web/features/classification/texts.ts';
import { formatNumber, languageLocale } from '#web/language/language.ts';
import { ProgressLine } from '#web/ui/states/ProgressLine.tsx';
import { pageTexts } from './page-texts.ts';

const format = new Intl.DateTimeFormat(navigator.language || languageLocale, {
  dateStyle: 'medium',
  timeZone: 'UTC',
});

/** A calendar day, the same in every time zone. */
export function Day({ value }: { value: string }) {
  return <time dateTime={value}>{dayText(value)}</time>;
}

/** When a version was released, or is due. */
export function dateText({ state, date }: Pick<Version, 'state' | 'date'>): string {
  if (date === null) return '';
  return (state === 'planned' ? pageTexts.plannedFor : pageTexts.releasedOn)(dayText(date));
}

function dayText(day: string): string {
  return format.format(new Date(`${day}T00:00:00Z`));
}

interface ProgressProps {
  resolved: number;
  open: number;
}

/** A version's progress; renders nothing if no bug is planned for it. */
export function Progress({ resolved, open }: ProgressProps) {
  const all = resolved + open;
  if (all === 0) return null;
  const text = versionTexts.progress(formatNumber(resolved), formatNumber(all));
  return <ProgressLine max={all} value={resolved} text={text} />;
}
