import { useQuery } from '@tanstack/react-query';
import { SelectInput } from '#web/ui/SelectInput.tsx';
import { usersQuery } from '#web/features/bugs/data/queries.ts';
import { peopleOptions } from '#web/features/bugs/form/labels.ts';
import { listTexts } from './texts.ts';

const all = { value: '', label: listTexts.all };
const me = { value: 'me', label: listTexts.me };
const nobody = { value: 'none', label: listTexts.nobody };

interface Props<Value extends string> {
  label: string;
  value: Value | undefined;
  mayBeNobody?: boolean;
  onChange: (value: Value | undefined) => void;
}

/** Narrows the list to what is one's own, or somebody's. Whom nobody knows any more still has an entry while chosen. */
export function PersonFilter<Value extends string>({ label, value, mayBeNobody, onChange }: Props<Value>) {
  const { data: users = [] } = useQuery(usersQuery);
  const people = [all, me, ...(mayBeNobody ? [nobody] : []), ...peopleOptions(users)];
  const isKnown = value === undefined || people.some((option) => option.value === value);
  return (
    <SelectInput
      label={label}
      options={isKnown ? people : [...people, { value, label: listTexts.somebodyElse }]}
      value={value ?? ''}
      onChange={(chosen) => onChange((chosen || undefined) as Value | undefined)}
    />
  );
}
