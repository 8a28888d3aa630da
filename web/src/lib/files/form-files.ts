import { createContext } from 'react';

/** The files of a form, whose text and whose files are different fields. */
export interface FormFiles {
  /** Names the form, as its drafts do. */
  readonly form: string;
  /** Their ids. */
  readonly files: readonly string[];
  readonly onFilesChange: (files: readonly string[]) => void;
  /** The ids of the files stored with the text, now and when the form was opened. */
  readonly stored: readonly string[];
}

/** The files of the form around a text; undefined where it has none. */
export const FormFilesContext = createContext<FormFiles | undefined>(undefined);
