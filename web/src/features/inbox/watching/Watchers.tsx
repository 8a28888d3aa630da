import Autocomplete from '@mui/material/Autocomplete';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import type { UserRef } from '#contract/accounts/users.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { useMentionable } from '#web/lib/text-editor/use-mentionable.ts';
import { AutocompleteBox } from '#web/ui/inputs/AutocompleteBox.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import { useWatch } from './watching.ts';
import { watchTexts } from './watch-texts.ts';
import styles from '#web/features/inbox/inbox.module.css';

interface Props {
  bugId: string;
  watchers: readonly UserRef[];
}

/** The watchers of a bug, for admins, who can add and remove them. */
export function Watchers({ bugId, watchers }: Props) {
  const { mutate, error } = useWatch(bugId);
  const [typed, setTyped] = useState('');
  const found = useMentionable(typed.trim() === '' ? undefined : typed, []);
  const options = found.filter(({ _id }) => !watchers.some((one) => one._id === _id));
  return (
    <div className={styles.watchers}>
      {watchers.length > 0 && (
        <ul aria-label={watchTexts.list}>
          {watchers.map(({ _id, name }) => (
            <li key={_id}>
              <PersonName id={_id} name={name} />
              <IconButton
                size="small"
                aria-label={watchTexts.remove(name)}
                onClick={() => mutate({ isOn: false, user: _id })}
              >
                <CloseIcon />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Autocomplete<UserRef>
        options={options}
        // Found by the server.
        filterOptions={(all) => [...all]}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ _id }) => _id}
        isOptionEqualToValue={(one, other) => one._id === other._id}
        value={null}
        inputValue={typed}
        onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
        onChange={(_, user) => user && mutate({ isOn: true, user: user._id })}
        autoHighlight
        blurOnSelect={false}
        forcePopupIcon={false}
        noOptionsText={typed.trim() === '' ? watchTexts.typeName : watchTexts.noOne}
        renderInput={(params) => (
          <AutocompleteBox
            {...params}
            inputRef={undefined}
            autoFocus={false}
            describedBy={undefined}
            label={watchTexts.add}
          />
        )}
      />
      {error && <Notice {...problemOf(watchTexts.failed, error)} />}
    </div>
  );
}
