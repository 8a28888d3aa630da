import { formatNumber, inLanguage, languageLocale } from '#web/language/language.ts';
import type { Version } from '#contract/classification/versions.ts';
import { versionTexts } from '#web/features/classification/texts.ts';
import { ProgressLine } from '#web/ui/states/ProgressLine.tsx';

export const pageTexts = inLanguage({
  en: {
    loading: 'Loading...',
    failed: 'Failed to fetch the version',
    listFailed: 'Failed to fetch the versions',
    bugsFailed: 'Failed to fetch bugs',
    changelogFailed: 'Failed to fetch the changelog',
    notFound: 'Version not found',
    notFoundText: 'It may have been deleted, or the address was mistyped.',
    allVersions: 'All versions',
    manage: 'Manage versions',
    noVersions: 'There are no versions yet.',
    planned: 'Roadmap',
    released: 'Released',
    archived: 'Archived',
    lists: {
      fixed: { title: 'Fixed in this version', empty: 'Nothing was fixed in this version yet.' },
      open: { title: 'Remaining', empty: 'Nothing is left to do for this version.' },
      known: { title: 'Known issues', empty: 'This version has no known issues.' },
    },
    inList: 'Show in the list',
    copy: 'Copy changelog',
    copied: 'Copied',
    changelog: 'Changelog',
    selected: 'Selected: copy it with the keyboard',
    releasedOn: (day: string) => `Released on ${day}`,
    plannedFor: (day: string) => `Planned for ${day}`,
  },
  de: {
    loading: 'Wird geladen ...',
    failed: 'Die Version konnte nicht geladen werden',
    listFailed: 'Die Versionen konnten nicht geladen werden',
    bugsFailed: 'Die Bugs konnten nicht geladen werden',
    changelogFailed: 'Die Änderungen konnten nicht geladen werden',
    notFound: 'Version nicht gefunden',
    notFoundText: 'Vielleicht wurde sie gelöscht, oder die Adresse ist vertippt.',
    allVersions: 'Alle Versionen',
    manage: 'Versionen verwalten',
    noVersions: 'Es gibt noch keine Versionen.',
    planned: 'Roadmap',
    released: 'Veröffentlicht',
    archived: 'Archiviert',
    lists: {
      fixed: { title: 'In dieser Version behoben', empty: 'In dieser Version ist noch nichts behoben.' },
      open: { title: 'Noch offen', empty: 'Für diese Version ist nichts mehr zu tun.' },
      known: { title: 'Bekannte Fehler', empty: 'Diese Version hat keine bekannten Fehler.' },
    },
    inList: 'In der Liste zeigen',
    copy: 'Änderungen kopieren',
    copied: 'Kopiert',
    changelog: 'Änderungen',
    selected: 'Ausgewählt: mit der Tastatur kopieren',
    releasedOn: (day: string) => `Veröffentlicht am ${day}`,
    plannedFor: (day: string) => `Geplant für ${day}`,
  },
});

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
