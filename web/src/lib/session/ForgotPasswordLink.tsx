import { useEffect, useState } from 'react';
import { getRegistration } from '#contract/accounts/users.ts';
import { call } from '#web/lib/api/call.ts';
import { inLanguage } from '#web/language/language.ts';
import { TextLink } from '#web/ui/links.tsx';

const texts = inLanguage({ en: { forgot: 'Forgot your password?' }, de: { forgot: 'Passwort vergessen?' } });

/** The link to the page that requests a reset link. Shown only if the server sends mail. */
export function ForgotPasswordLink({ label = texts.forgot }: { label?: string }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    call(getRegistration).then(
      ({ sendsResetLinks }) => setIsShown(sendsResetLinks),
      () => undefined,
    );
  }, []);
  if (!isShown) return null;
  return (
    <p>
      <TextLink look="underlined" to="/forgot-password" state>
        {label}
      </TextLink>
    </p>
  );
}
