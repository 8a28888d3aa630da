import { chooseLanguage, chosenLanguage, type Language, languages } from '#web/language/language.ts';
import { SelectInput } from '#web/ui/SelectInput.tsx';
import { texts } from './texts.ts';

const options = [
  { value: '', label: texts.asBrowser },
  ...Object.entries(languages).map(([value, label]) => ({ value, label })),
];

/** The language of the screens in this browser, each by its own name. It is no part of the profile: it is in force at once. */
export function LanguageChoice() {
  return (
    <SelectInput
      label={texts.language}
      options={options}
      value={chosenLanguage() ?? ''}
      helperText={texts.languageHelp}
      onChange={(value) => chooseLanguage(value === '' ? undefined : (value as Language))}
    />
  );
}
