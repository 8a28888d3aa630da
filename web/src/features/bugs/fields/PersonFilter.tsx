import { useNameOnBugs, usePeople } from '#web/features/bugs/data/use-people.ts';
import { PersonChoice } from './PersonChoice.tsx';
import { fieldTexts } from './texts.ts';

const all = { value: '', label: fieldTexts.all };
const me = { value: 'me', label: fieldTexts.me };
const nobody = { value: 'none', label: fieldTexts.nobody };

interface Props<Value extends string> {
  label: string;
  value: Value | undefined;
  mayBeNobody?: boolean;
  onChange: (value: Value | undefined) => void;
}

/** Narrows the list to what is one's own, or somebody's. Whom nobody knows any more still has an entry while chosen. */
export function PersonFilter<Value extends string>({ label, value, mayBeNobody, onChange }: Props<Value>) {
  const { people } = usePeople();
  const name = useNameOnBugs(value);
  return (
    <PersonChoice
      label={label}
      fixed={[all, me, ...(mayBeNobody ? [nobody] : [])]}
      people={people}
      value={value ?? ''}
      name={people.isComplete ? undefined : name}
      onChange={(chosen) => onChange((chosen || undefined) as Value | undefined)}
    />
  );
}
