import { useQuery } from '@tanstack/react-query';
import { SelectInput } from '#web/ui/SelectInput.tsx';
import { usersQuery } from './queries.ts';

const all = { value: '', label: 'All' };
const me = { value: 'me', label: 'Me' };
const nobody = { value: 'none', label: 'Nobody' };

interface Props<Value extends string> {
  label: string;
  value: Value | undefined;
  mayBeNobody?: boolean;
  onChange: (value: Value | undefined) => void;
}

/** Narrows the list to what is one's own, or somebody's. Whom nobody knows any more still has an entry while chosen. */
export function PersonFilter<Value extends string>({ label, value, mayBeNobody, onChange }: Props<Value>) {
  const { data: users = [] } = useQuery(usersQuery);
  const people = [
    all,
    me,
    ...(mayBeNobody ? [nobody] : []),
    ...users.map(({ _id, name }) => ({ value: _id, label: name })),
  ];
  const isKnown = value === undefined || people.some((option) => option.value === value);
  return (
    <SelectInput
      label={label}
      options={isKnown ? people : [...people, { value, label: 'Somebody else' }]}
      value={value ?? ''}
      onChange={(chosen) => onChange((chosen || undefined) as Value | undefined)}
    />
  );
}
