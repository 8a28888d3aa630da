import type { Translations } from '#web/lib/api/api-error.ts';

/** The exports of `messages.de.ts` of each feature and of parts of lib. A test checks that everything is translated. */
const files = Object.values(
  import.meta.glob<{ messages?: Translations['catalogues']; fields?: Translations['fields'] }>(
    ['../features/*/messages.de.ts', '../lib/*/messages.de.ts'],
    { eager: true },
  ),
);

export const german: Translations = {
  catalogues: Object.fromEntries(files.flatMap(({ messages = {} }) => Object.entries(messages))),
  fields: Object.fromEntries(files.flatMap(({ fields = {} }) => Object.entries(fields))),
};
