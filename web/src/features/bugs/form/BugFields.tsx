import { type Control, type FieldError, useController, useWatch } from 'react-hook-form';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugFieldView, BugInput, FieldName } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { FormFilesContext } from '#web/lib/files/FilesEditor.tsx';
import { FieldRow } from '#web/ui/inputs/FormLayout.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FieldMessage } from '#web/ui/inputs/Field.tsx';
import { formTexts } from './texts.ts';
import styles from './form.module.css';

interface Props<Out> {
  control: Control<BugInput, unknown, Out>;
  /** The stored bug; undefined for a new one. */
  bug?: Bug;
  /** Whether the values are being sent by something other than the form's own submission. */
  readOnly?: boolean;
}

interface FormProps<Out> extends Props<Out> {
  /** The form's name, also used by its drafts. */
  form: string;
  /** The ids of the files when the form was opened. */
  begunWith?: readonly string[];
}

/** The fields of a bug, in the create form and in edit mode. */
export function BugFields<Out>({ form, begunWith, ...props }: FormProps<Out>) {
  const { field } = useController({ control: props.control, name: 'files' });
  const stored = [...(begunWith ?? []), ...(props.bug?.files.map(({ _id }) => _id) ?? [])];
  const rows = rowsOf(useBugFields()).map((row) => {
    const editors = row.map((view) => <FieldEditor key={view.name} field={view} {...props} />);
    return row[0]?.isWide ? editors : <FieldRow key={row[0]?.name}>{editors}</FieldRow>;
  });
  return (
    <FormFilesContext value={{ form, files: field.value, onFilesChange: field.onChange, stored }}>
      {rows}
    </FormFilesContext>
  );
}

/** A row for each wide field, and for each run of others. */
function rowsOf(fields: readonly BugFieldView[]): readonly BugFieldView[][] {
  const rows: BugFieldView[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (field.isWide || !last || last[0]?.isWide) rows.push([field]);
    else last.push(field);
  }
  return rows;
}

function FieldEditor<Out>({ control, field, bug, readOnly = false }: Props<Out> & { field: BugFieldView }) {
  const { field: bound, fieldState, formState } = useController({ control, name: field.name });
  const component = useWatch({ control, name: 'component' });
  const { Editor, label, createLabel = label } = field;
  const editor = (onChange: typeof bound.onChange) => (
    <Editor
      label={bug ? label : createLabel}
      name={bound.name}
      value={bound.value}
      onChange={onChange}
      onBlur={bound.onBlur}
      inputRef={bound.ref}
      // Input during a submission would be lost with the form.
      readOnly={formState.isSubmitting || readOnly}
      error={fieldState.error?.message}
      parts={field.hasParts ? { errors: messagesOfParts(fieldState.error), component } : undefined}
      bug={bug}
    />
  );
  if (bug || !field.template) return editor(bound.onChange);
  return (
    <WithTemplate control={control} field={field} value={bound.value}>
      {(fill) =>
        editor((value: BugInput[FieldName]) => {
          bound.onChange(value);
          fill(value);
        })
      }
    </WithTemplate>
  );
}

/** The form library stores messages for parts of a value under the value's own path. */
function messagesOfParts(error: FieldError | undefined): Readonly<Record<string, string>> {
  const parts = Object.entries(error ?? {}) as [string, { readonly message?: string } | undefined][];
  return Object.fromEntries(
    parts.flatMap(([key, part]) => (typeof part?.message === 'string' ? [[key, part.message]] : [])),
  );
}

interface TemplateProps<Out> {
  control: Control<BugInput, unknown, Out>;
  /** A field whose inputs have templates. */
  field: BugFieldView;
  value: BugInput[FieldName];
  /** The control of the field; it calls `fill` when another value is chosen. */
  children: (fill: (chosen: BugInput[FieldName]) => void) => ReactNode;
}

/**
 * Inserts the template of the chosen value into a description that is empty or still the earlier template; otherwise
 * offers to insert it.
 */
function WithTemplate<Out>({ control, field, value, children }: TemplateProps<Out>) {
  const client = useQueryClient();
  const { field: description, formState } = useController({ control, name: 'description' });
  const templateOf = (input: BugInput[FieldName]) => field.template?.(input, client) ?? '';
  const text = description.value;
  const template = templateOf(value);
  const isAsFilled = template !== '' && text === template;

  function fill(chosen: BugInput[FieldName]) {
    const next = templateOf(chosen);
    if (next !== text && (isAsFilled || text.trim() === '')) description.onChange(next);
  }

  return (
    <div className={styles.withTemplate}>
      {children(fill)}
      {isAsFilled && <FieldMessage role="status">{formTexts.templateUsed}</FieldMessage>}
      {template !== '' && !text.includes(template) && (
        <Button
          size="small"
          disabled={formState.isSubmitting}
          onClick={() =>
            description.onChange(text.trim() === '' ? template : `${text.trimEnd()}\n\n${template}`)
          }
        >
          {formTexts.insertTemplate}
        </Button>
      )}
    </div>
  );
}

/** Focuses the title of the visible form, for users who opened it by a key and keep typing. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('form [name="title"]')?.focus();
}

/** Focuses the title when the form appears, if it `isWanted`. */
export function useTitleFocus(isWanted: boolean): void {
  useEffect(() => {
    // The page's heading takes the focus first.
    if (isWanted) queueMicrotask(focusTitle);
  }, [isWanted]);
}
