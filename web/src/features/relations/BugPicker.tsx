import Autocomplete from '@mui/material/Autocomplete';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import { StatusChip } from '#web/lib/bugs/bug-chips.tsx';
import type { Bug } from '#web/lib/api/specified.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { AutocompleteBox } from '#web/ui/inputs/AutocompleteBox.tsx';
import { foundQuery } from './queries.ts';
import { texts } from './texts.ts';
import styles from './relations.module.css';

interface Props {
  /** The ids of bugs that cannot be chosen. */
  except: readonly string[];
  chosen: BugReference | null;
  onChange: (bug: BugReference | null) => void;
  /** The bugs offered before input. */
  initial?: readonly BugReference[] | undefined;
  /** The filter for the offered matches. */
  mayChoose?: ((bug: Bug) => boolean) | undefined;
  error: string | undefined;
}

/** The pause in typing before the search, in milliseconds. */
const pause = 150;

const none: readonly BugReference[] = [];

/** Selects a bug by its number, or by words in it. */
export function BugPicker({ except, chosen, onChange, initial = none, mayChoose, error }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const settled = useDebounced(text, pause);
  const { data = [], isFetching } = useQuery(foundQuery(settled, mayChoose));
  const found = text === '' ? initial : data;
  const isSearching = text !== '' && (text !== settled || isFetching);
  const message = error ?? (initial.length > 0 && chosen === null ? texts.alike : undefined);
  return (
    <FormControl error={error !== undefined} fullWidth>
      <FormLabel htmlFor={id}>{texts.bug}</FormLabel>
      <Autocomplete
        id={id}
        options={found.filter(({ _id }) => !except.includes(_id))}
        // Already filtered by the server.
        filterOptions={(all) => [...all]}
        getOptionLabel={({ number, title }) => `#${number} ${title}`}
        getOptionKey={({ _id }) => _id}
        isOptionEqualToValue={(a, b) => a._id === b._id}
        value={chosen}
        onChange={(_, bug) => onChange(bug)}
        onInputChange={(_, value, reason) => setTyped(reason === 'input' ? value : '')}
        autoHighlight
        openOnFocus={initial.length > 0}
        handleHomeEndKeys={false}
        loading={isSearching}
        loadingText={texts.searching}
        noOptionsText={text === '' ? texts.typeToSearch : texts.noneFound}
        clearText={texts.clear}
        openText={texts.open}
        closeText={texts.close}
        renderOption={({ key, className, ...props }, { number, title, status }) => (
          <li key={key} {...props} className={`${className} ${styles.option}`}>
            <span className={styles.number}>{`#${number}`}</span>
            <span>{title}</span>
            <StatusChip status={status} />
          </li>
        )}
        renderInput={(params) => (
          <AutocompleteBox
            {...params}
            inputRef={undefined}
            autoFocus
            describedBy={message === undefined ? undefined : `${id}-message`}
          />
        )}
      />
      {message !== undefined && <FormHelperText id={`${id}-message`}>{message}</FormHelperText>}
    </FormControl>
  );
}
