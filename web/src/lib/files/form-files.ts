import { createContext } from 'react';

/** The files of a form that has separate fields for its text and its files. */
export interface FormFiles {
  /** The form's name, also used by its drafts. */
  readonly form: string;
  /** Their ids. */
  readonly files: readonly string[];
  readonly onFilesChange: (files: readonly string[]) => void;
  /** The ids of the files stored with the text, now and when the form was opened. */
  readonly stored: readonly string[];
}

/** The files of the form around a text; undefined if it has none. */
export const FormFilesContext = createContext<FormFiles | undefined>(undefined);
