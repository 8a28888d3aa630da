import type { CustomInput } from '#contract/classification/custom-field.ts';
import { type CustomField, appliesTo, isEmptyInput } from '#contract/classification/custom-fields.ts';
import { isSameInput } from '#contract/bugs/field.ts';
import { customFields, useDefinitions } from '#web/features/classification/data.ts';
import { fieldTexts } from '#web/features/classification/texts.ts';
import type { EditorProps } from '#web/lib/bugs/bug-field.ts';
import { FieldInput } from './FieldInput.tsx';
import styles from './CustomEditor.module.css';

const noParts: NonNullable<EditorProps['parts']> = { errors: {}, component: '' };

/** The inputs of the fields that apply to the chosen component, and of others in which the bug has a value. */
export function CustomEditor(props: EditorProps<'custom'>) {
  const { value, onChange, onBlur, bug, readOnly, parts: { errors, component } = noParts } = props;
  const fields = useDefinitions(customFields).usable.filter(
    (field) => appliesTo(field, component || null) || bug?.custom[field._id] !== undefined,
  );
  if (fields.length === 0) return null;

  function change(field: CustomField, input: CustomInput | null) {
    const { [field._id]: _, ...others } = value;
    // Values that equal the default are not sent.
    const usual = bug ? null : field.initial;
    const isUsual = bug?.custom[field._id] === undefined && isSame(input, usual);
    const given = isUsual ? others : { ...others, [field._id]: isEmptyInput(input) ? null : input };
    // Sorted like the stored values, with which it is compared.
    onChange(Object.fromEntries(Object.entries(given).toSorted(([one], [other]) => (one < other ? -1 : 1))));
  }

  return (
    <div className={styles.grid}>
      {fields.map((field) => {
        const given = value[field._id];
        return (
          <FieldInput
            key={field._id}
            field={field}
            label={field.isRequired && !bug ? fieldTexts.requiredField(field.name) : field.name}
            input={given === undefined && !bug ? field.initial : (given ?? null)}
            stored={bug?.custom[field._id]}
            onChange={(input) => change(field, input)}
            onBlur={onBlur}
            readOnly={readOnly}
            error={errors[field._id]}
          />
        );
      })}
    </div>
  );
}

function isSame(one: CustomInput | null, other: CustomInput | null): boolean {
  return isEmptyInput(one) ? isEmptyInput(other) : isSameInput(one, other);
}
