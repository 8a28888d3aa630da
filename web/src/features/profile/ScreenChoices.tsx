import { useColorScheme } from '@mui/material/styles';
import { chooseLanguage, chosenLanguage, type Language, languages } from '#web/language/language.ts';
import { FieldRow } from '#web/ui/inputs/FormLayout.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { texts } from './texts.ts';

/** The language and the theme in this browser. They are not part of the profile: they apply at once. */
export function ScreenChoices() {
  return (
    <FieldRow>
      <LanguageChoice />
      <ThemeChoice />
    </FieldRow>
  );
}

const languageOptions = [
  { value: '', label: texts.asBrowser },
  ...Object.entries(languages).map(([value, label]) => ({ value, label })),
];

/** Each language is listed in its own language. */
function LanguageChoice() {
  return (
    <SelectInput
      label={texts.language}
      options={languageOptions}
      value={chosenLanguage() ?? ''}
      helperText={texts.languageHelp}
      onChange={(value) => chooseLanguage(value === '' ? undefined : (value as Language))}
    />
  );
}

const modes = ['system', 'light', 'dark'] as const;
const themeOptions = modes.map((value) => ({ value, label: texts.themes[value] }));

/** Light or dark, which the command palette can also set. */
function ThemeChoice() {
  const { mode = 'system', setMode } = useColorScheme();
  return (
    <SelectInput
      label={texts.theme}
      options={themeOptions}
      value={mode}
      helperText={texts.themeHelp}
      onChange={(value) => setMode(modes.find((one) => one === value) ?? 'system')}
    />
  );
}
