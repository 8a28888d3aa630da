import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Reason, reasons } from '#contract/conversation/inbox.ts';
import {
  digestIntervals,
  languageCodes,
  type MailMode,
  mailModes,
  type MailSettings,
} from '#contract/conversation/mail.ts';
import { languages } from '#contract/languages.ts';
import { language, locale } from '#web/language/language.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonRow, FieldRow } from '#web/ui/inputs/FormLayout.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './mail.module.css';
import { mailQuery, previewQuery, settingsQuery, useSaveSettings } from './queries.ts';
import { texts } from './texts.ts';

/** The user's mail settings and their times. Each choice applies at once. */
export function MailSection() {
  const mail = useQuery(mailQuery);
  const settings = useQuery(settingsQuery);
  const failure = failureOf(mail) ?? failureOf(settings);
  if (failure)
    return (
      <ErrorState
        title={texts.failed}
        text={reasonOf(failure)}
        onRetry={() => void Promise.all([mail.refetch(), settings.refetch()])}
      />
    );
  if (!mail.data || !settings.data) return <LoadingText />;
  if (!mail.data.isSetUp) return <p className={styles.small}>{texts.notSetUp}</p>;
  const { isSaved, ...saved } = settings.data;
  return <Choices settings={isSaved ? saved : { ...saved, ...ofBrowser() }} />;
}

/** The defaults for users without saved settings. */
function ofBrowser(): Pick<MailSettings, 'timeZone' | 'language'> {
  return { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, language };
}

function Choices({ settings }: { settings: MailSettings }) {
  const { mutate, error, isSuccess } = useSaveSettings();
  const change = (more: Partial<MailSettings>) => mutate({ ...settings, ...more });
  return (
    <div className={styles.settings}>
      {error && <Notice title={texts.saveFailed} text={reasonOf(error)} />}
      <Reasons choices={settings.choices} onChange={(choices) => change({ choices })} />
      <p className={styles.small}>{texts.help}</p>
      <Times settings={settings} onChange={change} />
      <MailPreview of={settings.language} />
      <VisuallyHidden role="status">{isSuccess ? texts.saved : undefined}</VisuallyHidden>
    </div>
  );
}

const modeOptions = mailModes.map((value) => ({ value, label: texts.modes[value] }));

function Reasons({
  choices,
  onChange,
}: {
  choices: MailSettings['choices'];
  onChange: (choices: MailSettings['choices']) => void;
}) {
  return (
    <FieldRow>
      {reasons.map((reason: Reason) => (
        <SelectInput
          key={reason}
          label={texts.reasons[reason]}
          options={modeOptions}
          value={choices[reason]}
          onChange={(mode) => onChange({ ...choices, [reason]: mode as MailMode })}
        />
      ))}
    </FieldRow>
  );
}

const intervalOptions = digestIntervals.map((value) => ({ value, label: texts.intervals[value] }));

const ofDay = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
const hourOptions = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: ofDay.format(Date.UTC(2026, 0, 1, hour)),
}));

const ofWeek = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
const weekdayOptions = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
  value: String(day),
  // 5 January 2026 is a Monday.
  label: ofWeek.format(Date.UTC(2026, 0, 4 + day)),
}));

const languageOptions = languageCodes.map((value) => ({ value, label: languages[value] }));

function Times({
  settings,
  onChange,
}: {
  settings: MailSettings;
  onChange: (more: Partial<MailSettings>) => void;
}) {
  const { digest, hour, weekday, timeZone } = settings;
  const zones = [...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted((a, b) =>
    a < b ? -1 : 1,
  );
  return (
    <FieldRow>
      <SelectInput
        label={texts.digest}
        options={intervalOptions}
        value={digest}
        onChange={(value) => onChange({ digest: value === 'weekly' ? 'weekly' : 'daily' })}
      />
      {digest === 'weekly' && (
        <SelectInput
          label={texts.weekday}
          options={weekdayOptions}
          value={String(weekday)}
          onChange={(value) => onChange({ weekday: Number(value) })}
        />
      )}
      <SelectInput
        label={texts.hour}
        options={hourOptions}
        value={String(hour)}
        onChange={(value) => onChange({ hour: Number(value) })}
      />
      <SelectInput
        label={texts.timeZone}
        options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        value={timeZone}
        onChange={(value) => onChange({ timeZone: value })}
      />
      <SelectInput
        label={texts.language}
        options={languageOptions}
        value={settings.language}
        onChange={(value) => onChange({ language: languageCodes.find((code) => code === value) ?? 'en' })}
      />
    </FieldRow>
  );
}

const kinds = { message: texts.message, digest: texts.showDigest } as const;
type Kind = keyof typeof kinds;

/** Examples of a message and of a digest, as the server renders them. */
function MailPreview({ of }: { of: MailSettings['language'] }) {
  const [kind, setKind] = useState<Kind>();
  return (
    <div>
      <ButtonRow>
        {(['message', 'digest'] as const).map((each) => (
          <Button
            key={each}
            size="small"
            variant="outlined"
            aria-expanded={kind === each}
            onClick={() => setKind(kind === each ? undefined : each)}
          >
            {kinds[each]}
          </Button>
        ))}
      </ButtonRow>
      {kind && <Preview kind={kind} of={of} />}
    </div>
  );
}

function Preview({ kind, of }: { kind: Kind; of: MailSettings['language'] }) {
  const preview = useQuery(previewQuery(kind, of));
  const failure = failureOf(preview);
  if (failure) return <Notice title={texts.previewFailed} text={reasonOf(failure)} />;
  if (!preview.data) return null;
  return (
    <div className={styles.preview} role="region" aria-label={texts.preview} lang={of}>
      <p className={styles.subject}>{preview.data.subject}</p>
      <pre className={styles.body}>{preview.data.text}</pre>
    </div>
  );
}
