import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { SelectInput } from '#web/ui/SelectInput.tsx';
import { peopleOptions } from '#web/features/bugs/data/use-people.ts';
import type { PersonInputProps } from './PersonInput.tsx';
import { fieldTexts } from './texts.ts';

const loadPersonInput = () => import('./PersonInput.tsx');
const PersonInput = lazy(async () => ({ default: (await loadPersonInput()).PersonInput }));

/** More than these are found faster by typing than by looking through a list. */
const mostInList = 10;

export interface PersonChoiceProps extends Omit<PersonInputProps, 'chosen'> {
  value: string;
  /** The name of the user who is chosen, where it is known and may be on no list. */
  name?: string | undefined;
}

/** A choice of a user: a list of all of them, or a field that finds them where they are many. */
export function PersonChoice({ value, name, ...props }: PersonChoiceProps) {
  const { people, fixed, ...input } = props;
  const frame = useRef<HTMLDivElement>(null);
  const isReady = useReady(frame, people.users.length > mostInList);
  const options = [...fixed, ...peopleOptions(people.users)];
  const known = options.find((option) => option.value === value);
  const chosen = known ?? { value, label: name ?? fieldTexts.unknownUser };
  const list = (
    <div ref={frame}>
      <SelectInput {...input} value={value} options={known ? options : [...options, chosen]} />
    </div>
  );
  if (people.isComplete && !isReady) return list;
  return (
    <Suspense fallback={list}>
      <PersonInput {...props} chosen={chosen} />
    </Suspense>
  );
}

/** Whether the field for typing is wanted and loaded. It does not replace a list that is being used. */
function useReady(frame: RefObject<HTMLElement | null>, isWanted: boolean): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = new AbortController();
    const list = frame.current;
    function replace() {
      const isUsed = list?.querySelector(':focus, [aria-expanded="true"]');
      if (!stop.signal.aborted && !isUsed) setReady(true);
    }
    async function load() {
      await loadPersonInput();
      replace();
      // Behind the event, when the focus has arrived elsewhere.
      list?.addEventListener('focusout', () => setTimeout(replace), { signal: stop.signal });
    }
    // Where it cannot be loaded, the list does as well.
    load().catch(() => undefined);
    return () => stop.abort();
  }, [frame, isWanted]);
  return isWanted && isReady;
}
