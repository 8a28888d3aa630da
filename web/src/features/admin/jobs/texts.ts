import type { JobState } from '#contract/jobs.ts';
import { inLanguage } from '#web/language/language.ts';

export const jobsTexts = inLanguage({
  en: {
    title: 'Jobs',
    counts: (waiting: string, running: string, dead: string, done: string) =>
      `${waiting} waiting, ${running} running, ${dead} failed, ${done} done`,
    first: (count: string) => `The first ${count} are shown.`,
    failed: 'Failed to fetch jobs',
    nothing: 'No background jobs yet.',
    held: 'Background jobs are held',
    heldText:
      'The database was restored or copied {time}. No job starts until you release them, backups included.',
    release: 'Release',
    released: 'Background jobs released.',
    releaseFailed: 'Failed to release background jobs',
    job: 'Job',
    kinds: {
      backup: 'Backup',
      'clean up accounts': 'Clean up accounts',
      'clean up changes': 'Clean up changes',
      'clean up files': 'Clean up files',
      'clean up jobs': 'Clean up jobs',
      'clean up responses': 'Clean up responses',
      'make thumbnail': 'Make a thumbnail',
    },
    state: 'State',
    states: { waiting: 'Waiting', running: 'Running', done: 'Done', dead: 'Failed' } satisfies Record<
      JobState,
      string
    >,
    due: 'Due',
    ended: 'Ended',
    attempts: 'Attempts',
    error: 'Last error',
    actions: 'Actions',
    retry: 'Retry',
    retried: 'The job will run again.',
    retryFailed: 'Failed to retry the job',
    discard: 'Discard',
    discardTitle: 'Discard this job?',
    discardText: 'The job is deleted without being run.',
    discarded: 'Job discarded.',
    discardFailed: 'Failed to discard the job',
  },
  de: {
    title: 'Aufträge',
    counts: (waiting: string, running: string, dead: string, done: string) =>
      `${waiting} wartend, ${running} laufend, ${dead} gescheitert, ${done} erledigt`,
    first: (count: string) => `Die ersten ${count} werden angezeigt.`,
    failed: 'Die Aufträge konnten nicht geladen werden',
    nothing: 'Es gibt noch keine Hintergrundaufträge.',
    held: 'Hintergrundaufträge sind angehalten',
    heldText:
      'Die Datenbank wurde {time} wiederhergestellt oder kopiert. Bis zur Freigabe beginnt kein Auftrag, auch keine Sicherung.',
    release: 'Freigeben',
    released: 'Die Hintergrundaufträge sind freigegeben.',
    releaseFailed: 'Die Hintergrundaufträge konnten nicht freigegeben werden',
    job: 'Auftrag',
    kinds: {
      backup: 'Sicherung',
      'clean up accounts': 'Konten aufräumen',
      'clean up changes': 'Änderungen aufräumen',
      'clean up files': 'Dateien aufräumen',
      'clean up jobs': 'Aufträge aufräumen',
      'clean up responses': 'Antworten aufräumen',
      'make thumbnail': 'Vorschaubild erstellen',
    },
    state: 'Zustand',
    states: { waiting: 'Wartet', running: 'Läuft', done: 'Erledigt', dead: 'Gescheitert' } satisfies Record<
      JobState,
      string
    >,
    due: 'Fällig',
    ended: 'Beendet',
    attempts: 'Versuche',
    error: 'Letzter Fehler',
    actions: 'Aktionen',
    retry: 'Wiederholen',
    retried: 'Der Auftrag wird wiederholt.',
    retryFailed: 'Der Auftrag konnte nicht wiederholt werden',
    discard: 'Verwerfen',
    discardTitle: 'Diesen Auftrag verwerfen?',
    discardText: 'Der Auftrag wird gelöscht, ohne ausgeführt zu werden.',
    discarded: 'Auftrag verworfen.',
    discardFailed: 'Der Auftrag konnte nicht verworfen werden',
  },
});
