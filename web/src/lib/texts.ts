import { inLanguage } from '#web/language/language.ts';

export const texts = inLanguage({
  en: {
    justNow: 'a moment ago',
    status: { open: 'Open', 'in-progress': 'In Progress', resolved: 'Resolved' },
    priority: { high: 'High', medium: 'Medium', low: 'Low' },
    field: {
      title: 'Title',
      description: 'Description',
      status: 'Status',
      priority: 'Priority',
      assignedTo: 'Assigned To',
      createdBy: 'Created By',
      createdAt: 'Created At',
    },
    unassigned: 'Unassigned',
  },
  de: {
    justNow: 'gerade eben',
    status: { open: 'Offen', 'in-progress': 'In Arbeit', resolved: 'Gelöst' },
    priority: { high: 'Hoch', medium: 'Mittel', low: 'Niedrig' },
    field: {
      title: 'Titel',
      description: 'Beschreibung',
      status: 'Status',
      priority: 'Priorität',
      assignedTo: 'Zugewiesen an',
      createdBy: 'Gemeldet von',
      createdAt: 'Gemeldet am',
    },
    unassigned: 'Nicht zugewiesen',
  },
});
