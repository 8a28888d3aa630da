import type { Extensions } from '#web/lib/extensions.ts';
import { filesView } from './files-field.tsx';

/** The files of bugs. Texts show and edit them. */
export const filesExtensions: Extensions = {
  bugFields: [filesView],
};
