/** What the server writes into the page: the name of the tracker, and the language for browsers that ask for none of ours. */
const written = typeof document === 'undefined' ? {} : document.documentElement.dataset;

/** The name of the tracker, which admins choose, for the lifetime of the page. */
export const trackerName: string = written['name'] ?? 'Katydid';

export const trackerLanguage: string | undefined = written['language'];
