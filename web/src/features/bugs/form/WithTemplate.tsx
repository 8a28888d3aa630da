import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Control, useController } from 'react-hook-form';
import type { BugFieldView, BugInput, FieldName } from '#web/lib/bugs/bug-field.ts';
import { formTexts } from './texts.ts';
import styles from './WithTemplate.module.css';
import { Button } from '#web/ui/Button.tsx';
import { FieldMessage } from '#web/ui/inputs/Field.tsx';

interface Props<Out> {
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
export function WithTemplate<Out>({ control, field, value, children }: Props<Out>) {
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
    <div className={styles.root}>
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
