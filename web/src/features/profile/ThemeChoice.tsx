import { useColorScheme } from '@mui/material/styles';
import { SelectInput } from '#web/ui/SelectInput.tsx';
import { texts } from './texts.ts';

const modes = ['system', 'light', 'dark'] as const;
const options = modes.map((value) => ({ value, label: texts.themes[value] }));

/** Light or dark in this browser, as the command palette sets it too. It is no part of the profile: it is in force at once. */
export function ThemeChoice() {
  const { mode = 'system', setMode } = useColorScheme();
  return (
    <SelectInput
      label={texts.theme}
      options={options}
      value={mode}
      helperText={texts.themeHelp}
      onChange={(value) => setMode(modes.find((one) => one === value) ?? 'system')}
    />
  );
}
