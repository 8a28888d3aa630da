import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import {
  type AdminSettings,
  adminSettings,
  getSettings,
  type SettingValues,
  updateSettings,
} from '#contract/admin/settings.ts';
import { adminPermissions } from '#contract/permissions.ts';
import { languages } from '#web/language/language.ts';
import { AdminPage, ForbiddenPage, Permitted, useRefused } from '#web/lib/admin/admin-page.tsx';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey, failureOf } from '#web/lib/api/query.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonRow, FormLayout } from '#web/ui/inputs/FormLayout.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import styles from './admin.module.css';
import { TestMail } from './JobsMail.tsx';
import { settingsQuery } from './queries.ts';
import { type ChoiceName, settingsTexts } from './settings-texts.ts';
import { BackupLine } from './UsersPage.tsx';

export function SettingsPage(): React.JSX.Element {
  return (
    <Permitted to={adminPermissions.manageSettings}>
      <Settings />
    </Permitted>
  );
}

function Settings() {
  const query = useQuery(settingsQuery);
  const { data, refetch } = query;
  const error = failureOf(query);
  if (useRefused(error)) return <ForbiddenPage />;
  return (
    <AdminPage title={settingsTexts.title}>
      {error && (
        <ErrorState title={settingsTexts.failed} text={reasonOf(error)} onRetry={() => void refetch()} />
      )}
      {data ? <Choices settings={data} /> : !error && <LoadingText />}
      <Part title={settingsTexts.mail}>
        <TestMail />
      </Part>
      <Part title={settingsTexts.backups}>
        <BackupLine />
      </Part>
    </AdminPage>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.mail} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** The settings with a list of values. They are saved when they are chosen. */
function Choices({ settings }: { settings: AdminSettings }) {
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (body: Partial<SettingValues>) => call(updateSettings, { body }),
    onSuccess: (saved) => client.setQueryData(settingsQuery.queryKey, saved),
    // Other pages of this browser fetch the data that depend on the setting when the live change arrives.
    onError: () => client.invalidateQueries({ queryKey: endpointKey(getSettings) }),
  });
  const wanted = saving.isPending ? saving.variables : {};
  const names = Object.keys(settingsTexts.choices) as ChoiceName[];
  return (
    <Surface className={styles.settings}>
      <TrackerName
        key={settings.name.value}
        name={settings.name.value}
        isSaving={saving.isPending}
        onSave={(name) => saving.mutate({ name })}
      />
      {names.map((name) => {
        const { label, help } = settingsTexts.choices[name];
        const values = name === 'language' ? languages : settingsTexts.choices[name].values;
        const { value, fixedBy } = settings[name];
        return fixedBy !== null ? (
          <TextInput
            key={name}
            label={label}
            value={new Map(Object.entries(values)).get(value) ?? value}
            readOnly
            onChange={() => undefined}
            helperText={settingsTexts.fixedBy(fixedBy)}
          />
        ) : (
          <SelectInput
            key={name}
            label={label}
            options={Object.entries(values).map(([of, text]) => ({ value: of, label: text }))}
            value={wanted[name] ?? value}
            helperText={help}
            onChange={(chosen) => {
              const parsed = adminSettings[name].safeParse(chosen);
              if (parsed.success) saving.mutate({ [name]: parsed.data });
            }}
          />
        );
      })}
      <p className={styles.line} role="status">
        {saving.isSuccess ? settingsTexts.saved : '\u00a0'}
      </p>
      {saving.error && <Notice {...problemOf(settingsTexts.saveFailed, saving.error)} />}
    </Surface>
  );
}

/** The name. It is saved only by a button or Enter, because it is typed in pieces. */
function TrackerName({
  name,
  isSaving,
  onSave,
}: {
  name: string;
  isSaving: boolean;
  onSave: (name: string) => void;
}) {
  const [text, setText] = useState(name);
  const parsed = adminSettings.name.safeParse(text);
  return (
    <FormLayout
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving && parsed.success && parsed.data !== name) onSave(parsed.data);
      }}
    >
      <TextInput
        label={settingsTexts.name}
        helperText={settingsTexts.nameHelp}
        error={parsed.success ? undefined : settingsTexts.nameWrong}
        value={text}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      {text !== name && (
        <ButtonRow>
          <Button type="submit" variant="contained" aria-disabled={isSaving || !parsed.success}>
            {settingsTexts.save}
          </Button>
        </ButtonRow>
      )}
    </FormLayout>
  );
}
