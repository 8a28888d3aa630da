import { styled } from '@mui/material/styles';
import { SearchIcon } from '#web/ui/icons.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { texts } from '#web/features/admin/texts.ts';

/** Finds users by name or e-mail address. */
export function UserSearch({ text, onText }: { text: string; onText: (text: string) => void }) {
  return (
    <Frame role="search">
      <TextInput
        label={texts.search}
        type="search"
        placeholder={texts.searchHint}
        autoComplete="off"
        value={text}
        onChange={(event) => onText(event.target.value)}
        startAdornment={<SearchIcon />}
      />
    </Frame>
  );
}

const Frame = styled('div')(({ theme }) => ({ '& svg': { color: theme.vars.palette.text.secondary } }));
