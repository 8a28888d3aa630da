import { useEffect, useId, useRef, useState, type Ref } from 'react';
import { labelColors, type LabelColor, type LabelRef } from '#contract/classification/label-field.ts';
import { createLabel } from '#contract/classification/labels.ts';
import { fold } from '#contract/bugs/search.ts';
import { labels, refreshing, useLabels } from '#web/features/classification/data.ts';
import { Quiet, useOffered } from '#web/features/classification/definition-fields.tsx';
import { labelTexts, texts } from '#web/features/classification/texts.ts';
import { listed } from '#web/language/language.ts';
import { creating } from '#web/lib/admin/definition-mutations.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useFormInputs } from '#web/lib/form/Form.tsx';
import { byName, isSameName } from '#web/lib/names.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Autocomplete } from '#web/ui/inputs/Autocomplete.tsx';
import { Field, FieldLabel, FieldMessage } from '#web/ui/inputs/Field.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import styles from '#web/features/classification/classification.module.css';

export const useCreateLabel = creating(createLabel, refreshing(labels));

interface Props {
  label: string;
  value: readonly LabelRef[];
  onChange: (value: readonly LabelRef[]) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  readOnly?: boolean;
  autoFocus?: boolean;
  error?: string | undefined;
}

interface Option {
  readonly name: string;
  /** Undefined for a label that would be created. */
  readonly label: LabelRef | undefined;
}

/** A selection of labels, found by typing. Users with the permission can create a label with a new name. */
export function LabelInput({ label, value, onChange, error, autoFocus, inputRef, ...input }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const { all, mayCreate } = useLabels();
  const offered = useOffered(labels, value);
  const create = useCreateLabel();
  /** The names of labels being created, and why the last one could not be created. */
  const [pending, setPending] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<unknown>();
  const name = typed.trim();
  const taken = [...all.map((known) => known.name), ...pending];
  const isNew = mayCreate && name !== '' && !taken.some((known) => isSameName(known, name));
  const options: Option[] = [
    ...offered
      .filter((known) => fold(known.name).includes(fold(name)))
      .map((known) => ({ name: known.name, label: known })),
    ...(isNew ? [{ name, label: undefined }] : []),
  ];
  const message =
    error ?? (failure === undefined ? undefined : `${labelTexts.createFailed}: ${reasonOf(failure)}`);
  const inputs = useFormInputs();
  /** Other labels may be chosen while one is being created. */
  const latest = useRef(value);
  useEffect(() => void (latest.current = value), [value]);
  function set(chosen: readonly LabelRef[]) {
    latest.current = chosen;
    onChange(chosen);
  }

  function choose(chosen: readonly Option[]) {
    const known = chosen.flatMap((option) => option.label ?? []);
    set(known);
    setTyped('');
    const added = chosen.find((option) => option.label === undefined);
    if (added) inputs.add(add(added.name));
  }

  async function add(wanted: string) {
    setPending((names) => [...names, wanted]);
    setFailure(undefined);
    try {
      const made = await create.mutateAsync({ name: wanted, color: colorFor(wanted) });
      set([...latest.current, made]);
    } catch (reason) {
      setFailure(reason);
      throw reason;
    } finally {
      setPending((names) => names.filter((other) => other !== wanted));
    }
  }

  return (
    <Field error={message !== undefined}>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <Autocomplete
        id={id}
        isInvalid={message !== undefined}
        multiple
        options={options}
        // Already filtered by the text.
        filterOptions={(known) => known}
        getOptionLabel={(option) => option.name}
        getOptionKey={(option) => option.label?._id ?? ''}
        isOptionEqualToValue={(one, other) => one.label?._id === other.label?._id}
        value={value.toSorted(byName).map((known) => ({ name: known.name, label: known }))}
        onChange={(_, chosen) => choose(chosen)}
        inputValue={typed}
        onInputChange={(_, text, reason) => reason === 'input' && setTyped(text)}
        filterSelectedOptions
        autoHighlight
        handleHomeEndKeys={false}
        noOptionsText={name === '' ? labelTexts.hint : labelTexts.noMatch}
        openText={labelTexts.open}
        closeText={labelTexts.close}
        clearText={labelTexts.clear}
        renderOption={({ key, ...props }, option) => (
          <li key={key} {...props}>
            {option.label ? <LabelChip label={option.label} /> : labelTexts.create(option.name)}
          </li>
        )}
        renderValue={(chosen, getItemProps) =>
          chosen.map((option, index) => {
            const { key, onDelete, ...item } = getItemProps({ index });
            return (
              option.label && (
                <span className={styles.chosen} key={key} {...item}>
                  <LabelChip label={option.label} />
                  {onDelete && (
                    <IconButton
                      className={styles.remove}
                      tabIndex={-1}
                      aria-label={labelTexts.removeNamed(option.name)}
                      onClick={onDelete}
                    >
                      <CloseIcon />
                    </IconButton>
                  )}
                </span>
              )
            );
          })
        }
        inputRef={inputRef}
        autoFocus={autoFocus ?? false}
        describedBy={message ? `${id}-message` : undefined}
        {...input}
      />
      {message && <FieldMessage id={`${id}-message`}>{message}</FieldMessage>}
      {pending.length > 0 && (
        <FieldMessage role="status">
          {labelTexts.creating(listed(pending.map(labelTexts.quoted)))}
        </FieldMessage>
      )}
    </Field>
  );
}

/** The same name always gets the same initial colour; an admin may change it. */
function colorFor(name: string) {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return labelColors[sum % labelColors.length] ?? 'grey';
}

/** The labels of a bug on its page. */
export function LabelChips({ value }: { value: readonly LabelRef[] }) {
  if (value.length === 0) return <Quiet>{texts.none}</Quiet>;
  return (
    <span className={styles.wrapped}>
      {value.toSorted(byName).map((label) => (
        <LabelChip key={label._id} label={label} />
      ))}
    </span>
  );
}

/** The number of labels in a row; the rest are shown as a count. */
const inRow = 2;

/** The labels of a bug in a row, on one line. */
export function RowLabels({ value }: { value: readonly LabelRef[] }) {
  const sorted = value.toSorted(byName);
  const rest = sorted.slice(inRow);
  return (
    <span className={styles.line}>
      {sorted.slice(0, inRow).map((label) => (
        <LabelChip key={label._id} label={label} />
      ))}
      {rest.length > 0 && <span title={rest.map(({ name }) => name).join(', ')}>{`+${rest.length}`}</span>}
    </span>
  );
}

export function LabelChip({ label: { name, color } }: { label: Pick<LabelRef, 'name' | 'color'> }) {
  const { light, dark } = shades[color];
  return (
    <span
      className={styles.chip}
      title={name}
      style={{
        color: `light-dark(${light.onSoft}, ${dark.onSoft})`,
        backgroundColor: `light-dark(${light.soft}, ${dark.soft})`,
      }}
    >
      {name}
    </span>
  );
}

interface Shade {
  readonly soft: string;
  readonly onSoft: string;
}

/** The shades of a label's colour: its background, and the text on it with a contrast of at least 4.5:1. */
export const shades: Readonly<Record<LabelColor, { readonly light: Shade; readonly dark: Shade }>> = {
  grey: { light: { soft: '#e7eae8', onSoft: '#3b433e' }, dark: { soft: '#333b36', onSoft: '#dfe5e1' } },
  red: { light: { soft: '#fbe0de', onSoft: '#8a1b15' }, dark: { soft: '#521f1c', onSoft: '#ffc9c3' } },
  orange: { light: { soft: '#fce4cf', onSoft: '#7f3d08' }, dark: { soft: '#50300f', onSoft: '#fbd2ac' } },
  yellow: { light: { soft: '#f8eebb', onSoft: '#655000' }, dark: { soft: '#453809', onSoft: '#f3e095' } },
  green: { light: { soft: '#d9f0de', onSoft: '#18572b' }, dark: { soft: '#1a4127', onSoft: '#bce8c8' } },
  teal: { light: { soft: '#d1efec', onSoft: '#0d5551' }, dark: { soft: '#11403d', onSoft: '#aee6e1' } },
  blue: { light: { soft: '#d9e8fb', onSoft: '#154a8a' }, dark: { soft: '#1a3a61', onSoft: '#c1dcfa' } },
  indigo: { light: { soft: '#e4e5fb', onSoft: '#3335a0' }, dark: { soft: '#303272', onSoft: '#d0d3ff' } },
  purple: { light: { soft: '#efdffa', onSoft: '#66228f' }, dark: { soft: '#482260', onSoft: '#e6caf7' } },
  pink: { light: { soft: '#fbdcec', onSoft: '#8a1a57' }, dark: { soft: '#581a3c', onSoft: '#f9c8df' } },
};
