import { lazy, Suspense } from 'react';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { peopleOptions } from '#web/features/bugs/data/use-people.ts';
import type { PersonInputProps } from './PersonInput.tsx';
import { fieldTexts } from './texts.ts';

// Lazy, as few trackers have enough users to need it.
const PersonInput = lazy(async () => ({ default: (await import('./PersonInput.tsx')).PersonInput }));

export interface PersonChoiceProps extends Omit<PersonInputProps, 'chosen'> {
  value: string;
  name?: string;
  /** The chosen user's name, if known, as the user may be in no list. */
  chosenName?: string | undefined;
  /** Called when the list is opened. */
  onOpen?: () => void;
}

/** A select of a user: a list of all users, or a search field if there are too many. */
export function PersonChoice({ value, name, chosenName, onOpen, ...props }: PersonChoiceProps) {
  const { people, fixed, isOpened: _, ...input } = props;
  const options = [...fixed, ...peopleOptions(people.users)];
  const known = options.find((option) => option.value === value);
  const chosen = known ?? { value, label: chosenName ?? fieldTexts.unknownUser };
  const select = { ...input, value, options: known ? options : [...options, chosen] };
  const list = <SelectInput {...select} {...(onOpen && { onOpen })} {...(name !== undefined && { name })} />;
  if (people.isComplete) return list;
  return (
    <Suspense fallback={list}>
      <PersonInput {...props} chosen={chosen} />
    </Suspense>
  );
}
