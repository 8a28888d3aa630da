import { useState } from 'react';
import { useNameOnBugs, usePeople } from '#web/features/bugs/data/use-people.ts';
import { PersonChoice } from './PersonChoice.tsx';
import { fieldTexts } from './texts.ts';

const all = { value: '', label: fieldTexts.all };
const me = { value: 'me', label: fieldTexts.me };

interface Props<Value extends string> {
  label: string;
  value: Value | undefined;
  /** The label of the entry for bugs without a person; without it, there is no such entry. */
  noneLabel?: string;
  onChange: (value: Value | undefined) => void;
}

/**
 * Filters the list by the user or by someone else. A person who no longer exists has an entry while chosen. The users
 * are fetched when it is opened, or to name the chosen one.
 */
export function PersonFilter<Value extends string>({ label, value, noneLabel, onChange }: Props<Value>) {
  const [isAsked, setIsAsked] = useState(false);
  const isPerson = value !== undefined && value !== 'me' && value !== 'none';
  const { people } = usePeople({ enabled: isAsked || isPerson });
  const name = useNameOnBugs(value);
  return (
    <PersonChoice
      label={label}
      fixed={[all, me, ...(noneLabel === undefined ? [] : [{ value: 'none', label: noneLabel }])]}
      people={people}
      value={value ?? ''}
      chosenName={people.isComplete ? undefined : name}
      isOpened={isAsked}
      onOpen={() => setIsAsked(true)}
      onChange={(chosen) => onChange((chosen || undefined) as Value | undefined)}
    />
  );
}
