import { ManySelect } from '#web/ui/inputs/ManySelect.tsx';

interface Props {
  label: string;
  texts: { readonly all: string; readonly without: string; readonly unknown: string };
  items: readonly { readonly _id: string; readonly name: string }[];
  /** The list's parameter: `none`, or ids separated by commas. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Filters the list by any of the chosen items, or by none. Hidden if there are no items. */
export function AnyOfFilter({ label, texts, items, value, onChange }: Props) {
  if (items.length === 0 && value === undefined) return null;
  const options = [
    { value: '', label: texts.all },
    { value: 'none', label: texts.without },
    ...items.map(({ _id, name }) => ({ value: _id, label: name })),
  ];
  function choose(chosen: readonly string[]) {
    const latest = chosen.at(-1);
    if (latest === undefined || latest === '') return onChange(undefined);
    // `none` excludes all items.
    const rest = latest === 'none' ? ['none'] : chosen.filter((one) => one !== 'none');
    onChange(rest.join(','));
  }
  return (
    <ManySelect
      label={label}
      options={options}
      value={value?.split(',') ?? []}
      texts={{ none: texts.all, unknown: texts.unknown }}
      onChange={choose}
    />
  );
}
