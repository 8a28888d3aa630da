import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { type LabelRef, labelColors } from '#contract/classification/label-field.ts';
import { createLabel } from '#contract/classification/labels.ts';
import { fold } from '#contract/bugs/search.ts';
import { labels, refreshing, useLabels } from '#web/features/classification/data.ts';
import { useOffered } from '#web/features/classification/definition-fields.tsx';
import { labelTexts as texts } from '#web/features/classification/texts.ts';
import { listed } from '#web/language/language.ts';
import { creating } from '#web/lib/admin/definition-mutations.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useFormInputs } from '#web/lib/form/Form.tsx';
import { byName, isSameName } from '#web/lib/names.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Autocomplete } from '#web/ui/inputs/Autocomplete.tsx';
import { Field, FieldLabel, FieldMessage } from '#web/ui/inputs/Field.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import { LabelChip } from './LabelChips.tsx';
import styles from './LabelInput.module.css';

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
  /** The names of labels being created, and why the last one could not be. */
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
    error ?? (failure === undefined ? undefined : `${texts.createFailed}: ${reasonOf(failure)}`);
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
        noOptionsText={name === '' ? texts.hint : texts.noMatch}
        openText={texts.open}
        closeText={texts.close}
        clearText={texts.clear}
        renderOption={({ key, ...props }, option) => (
          <li key={key} {...props}>
            {option.label ? <LabelChip label={option.label} /> : texts.create(option.name)}
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
                      aria-label={texts.removeNamed(option.name)}
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
        <FieldMessage role="status">{texts.creating(listed(pending.map(texts.quoted)))}</FieldMessage>
      )}
    </Field>
  );
}

/** The same name always gets the same initial colour; an admin may change it. */
function colorFor(name: string) {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return labelColors[sum % labelColors.length] ?? 'grey';
}
