import { useQuery } from '@tanstack/react-query';
import { fold } from '#contract/bugs/search.ts';
import { typingPause, useDebounced } from '#web/lib/use-debounced.ts';
import type { Option } from '#web/ui/inputs/SelectInput.tsx';
import { foundUsersQuery } from '#web/features/bugs/data/queries.ts';
import { type People, peopleOptions } from '#web/features/bugs/data/use-people.ts';
import { fieldTexts } from './texts.ts';

/** The number of loaded users offered before input, if not all are loaded. */
const offeredAtFirst = 50;

interface PersonOptions {
  readonly options: readonly Option[];
  readonly isSearching: boolean;
  /** The text of an empty list. */
  readonly noneText: string;
  /** Stores the name of a user who was found by the server. */
  readonly remember: (option: Option) => void;
}

/** The users with a word in their name that begins with the input: found here if all are loaded, else by the server. */
export function usePersonOptions(people: People, fixed: readonly Option[], typed: string): PersonOptions {
  const text = typed.trim();
  const settled = useDebounced(text, typingPause);
  const isAsked = settled !== '' && !people.isComplete;
  const found = useQuery({ ...foundUsersQuery(settled), enabled: isAsked });
  const isSearching = !people.isComplete && text !== '' && (text !== settled || found.isPending);
  const matching = fixed.filter(({ label }) => begins(label, text));

  function offered(): readonly Option[] {
    const { users, isComplete } = people;
    if (isComplete) return peopleOptions(users).filter(({ label }) => begins(label, text));
    return peopleOptions(text === '' ? users.slice(0, offeredAtFirst) : (found.data ?? []));
  }

  return {
    options: isSearching ? [] : [...matching, ...offered()],
    isSearching,
    noneText: found.error ? fieldTexts.person.failed : fieldTexts.person.none,
    remember({ value }) {
      const user = found.data?.find(({ _id }) => _id === value);
      if (user) people.remember(user);
    },
  };
}

/** Whether a word of the name begins with the text, or the name itself does. */
function begins(name: string, text: string): boolean {
  return ` ${fold(name)}`.includes(` ${fold(text)}`);
}
