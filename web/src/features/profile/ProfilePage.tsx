import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { Control } from 'react-hook-form';
import { chooseLanguage, chosenLanguage, type Language, languages } from '#web/language/language.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { DraftNotice, LeaveQuestion } from '#web/lib/drafts/DraftNotice.tsx';
import { type Drafts, useDrafts } from '#web/lib/drafts/use-drafts.ts';
import { type ProfileSection, useExtensions } from '#web/lib/extensions.ts';
import { codeOf } from '#web/lib/query-client.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { FormText } from '#web/lib/form/fields.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { useAuth, useUser } from '#web/lib/session/auth-context.ts';
import { theme } from '#web/lib/theme.ts';
import { FieldRow, FormActions } from '#web/ui/inputs/FormLayout.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { Page } from '#web/ui/Page.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { sessionsQuery } from './data.ts';
import { EmailChanges, PendingEmail } from './email-notices.tsx';
import {
  type ProfileDraft,
  profileDraft,
  profileDraftShape,
  profileForm,
  profileUpdate,
  type ProfileValues,
} from './profile-form.ts';
import styles from './profile.module.css';
import { Sessions } from './Sessions.tsx';
import { texts } from './texts.ts';

export function ProfilePage(): React.JSX.Element {
  const user = useUser();
  const drafts = useDrafts({
    form: 'profile',
    schema: profileDraftShape,
    isNews: (draft) => profileDraft(user, { ...user, ...draft }) !== undefined,
  });
  const { offered } = drafts;
  const [takenBack, setTakenBack] = useState(0);
  const hasAdditions = useAdditions();
  return (
    <Page title={texts.title} tabTitle={texts.title} width="form">
      {offered && <DraftNotice at={offered.at} onRestore={drafts.restore} onDiscard={drafts.discard} />}
      {hasAdditions && <EmailChanges onTakenBack={() => setTakenBack((times) => times + 1)} />}
      <PendingEmail />
      <Surface>
        <ProfileForm key={`${drafts.slot} ${takenBack}`} drafts={drafts} />
      </Surface>
      <Surface>
        <ScreenChoices />
      </Surface>
      {hasAdditions && <ProfileSections />}
      {hasAdditions && (
        <Surface className={styles.sessions}>
          <Sessions />
        </Surface>
      )}
    </Page>
  );
}

const noPasswords = { currentPassword: '', newPassword: '', confirmNewPassword: '' };

function ProfileForm({ drafts }: { drafts: Drafts<ProfileDraft> }) {
  const { updateProfile } = useAuth();
  const user = useUser();
  const client = useQueryClient();
  const [saved, setSaved] = useState(false);
  const form = useScreenForm({
    schema: profileForm,
    defaultValues: { name: user.name, email: user.email, ...drafts.restored, ...noPasswords },
    judgedTogether: { newPassword: ['confirmNewPassword', 'currentPassword'] },
    async send(values) {
      const { name, email } = await updateProfile(profileUpdate(values));
      form.form.reset({ name, email, ...noPasswords });
      drafts.saved();
      setSaved(true);
      // A new password has ended the other sessions.
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    problem: texts.saveFailed,
    onChange() {
      setSaved(false);
      drafts.keep(profileDraft(user, form.form.getValues()));
    },
  });
  const { control, getValues, setValue } = form.form;
  // A new address may have been confirmed meanwhile: saving the form must not request the old one.
  const shownEmail = useRef(user.email);
  useEffect(() => {
    if (getValues('email') === shownEmail.current) setValue('email', user.email);
    shownEmail.current = user.email;
  }, [user.email, getValues, setValue]);
  return (
    <Form form={form} notice={saved ? <Notice severity="success" title={texts.saved} /> : undefined}>
      <LeaveQuestion isUnkept={drafts.isUnkept} />
      <FormText control={control} name="name" label={texts.name} autoComplete="name" />
      <FormText control={control} name="email" label={texts.email} type="email" autoComplete="username" />
      <h2>{texts.changePassword}</h2>
      <PasswordFields control={control} />
      <FormActions>
        <SubmitButton busy={form.busy}>{texts.save}</SubmitButton>
      </FormActions>
    </Form>
  );
}

function PasswordFields({ control }: { control: Control<ProfileValues, unknown, ProfileValues> }) {
  return (
    <>
      <FormText
        control={control}
        name="currentPassword"
        label={texts.currentPassword}
        type="password"
        autoComplete="current-password"
        helperText={texts.currentPasswordHelp}
      />
      <FormText
        control={control}
        name="newPassword"
        label={texts.newPassword}
        type="password"
        autoComplete="new-password"
        helperText={texts.newPasswordHelp}
      />
      <FormText
        control={control}
        name="confirmNewPassword"
        label={texts.confirmNewPassword}
        type="password"
        autoComplete="new-password"
        helperText={texts.confirmNewPasswordHelp}
      />
    </>
  );
}

/** The language and the theme in this browser. They are not part of the profile: they apply at once. */
function ScreenChoices() {
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
  const mode = useSyncExternalStore(theme.subscribe, theme.get);
  return (
    <SelectInput
      label={texts.theme}
      options={themeOptions}
      value={mode}
      helperText={texts.themeHelp}
      onChange={(value) => theme.choose(modes.find((one) => one === value) ?? 'system')}
    />
  );
}

/** Other features' personal settings. */
function ProfileSections() {
  const { profileSections } = useExtensions();
  return profileSections
    .filter(({ isOffered }) => isOffered?.() ?? true)
    .map((section) => <Section key={section.title} section={section} />);
}

function Section({ section }: { section: ProfileSection }) {
  const id = useId();
  return (
    <Surface className={styles.section} role="region" aria-labelledby={id}>
      <h2 id={id}>{section.title}</h2>
      <Loaded section={section} />
    </Surface>
  );
}

function Loaded({ section: { title, load } }: { section: ProfileSection }) {
  const { data, error, refetch } = useQuery(codeOf(title, load));
  if (data) return <data.Content />;
  if (!error) return <LoadingText />;
  return (
    <ErrorState title={texts.sectionFailed(title)} text={reasonOf(error)} onRetry={() => void refetch()} />
  );
}
