import type { RegistrationMode } from '#contract/accounts/users.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { inLanguage } from '#web/language/language.ts';

/* Not in texts.ts, because these texts are seen on only one day in the life of a tracker. */
const texts = inLanguage({
  en: {
    title: 'Nobody has an account yet',
    admin:
      'To be the admin, open the link that the server printed when it started. It works once, within 24 hours; a restart prints a new one.',
    alone:
      'An account without the link is an ordinary one. The operator of the server can make it an admin with',
    create: 'Create the first account',
  },
  de: {
    title: 'Noch hat niemand ein Konto',
    admin:
      'Admin wird, wer den Link öffnet, den der Server beim Start ausgegeben hat. Er gilt einmal und 24 Stunden lang; ein Neustart ergibt einen neuen.',
    alone:
      'Ohne den Link entsteht ein gewöhnliches Konto. Wer den Server betreibt, kann es zum Admin machen mit',
    create: 'Erstes Konto anlegen',
  },
});

const command = 'npm run katydid -- admin grant <email>';

/** Offers the first account of an empty tracker, and explains how its admin is made. */
export function FirstAccount({ mode }: { mode: RegistrationMode }): React.ReactNode {
  return (
    <Notice
      severity="info"
      title={texts.title}
      text={
        <>
          <p>{texts.admin}</p>
          {mode === 'open' && (
            <p>
              {texts.alone} <code lang="en">{command}</code>.
            </p>
          )}
        </>
      }
      actions={
        mode === 'open' && (
          <ButtonLink to="/register" state variant="contained">
            {texts.create}
          </ButtonLink>
        )
      }
    />
  );
}
