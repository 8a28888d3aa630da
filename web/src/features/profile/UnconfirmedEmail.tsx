import { useUser } from '#web/lib/session/auth-context.ts';
import { Banner, BannerText } from '#web/ui/Banner.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { SendAgain } from './SendAgain.tsx';
import { texts } from './texts.ts';

/** The banner on every page while the address is unconfirmed. */
export function UnconfirmedEmail() {
  const { email, pendingEmail } = useUser();
  return (
    <Banner severity="warning" role="region" aria-label={texts.unconfirmed}>
      <BannerText>
        <strong>{texts.unconfirmed}.</strong>{' '}
        <Sentence text={texts.unconfirmedText} parts={{ email: <strong>{pendingEmail || email}</strong> }} />
        {pendingEmail === '' && (
          <>
            {' '}
            <TextLink look="underlined" to="/profile">
              {texts.correctEmail}
            </TextLink>
          </>
        )}
      </BannerText>
      <SendAgain />
    </Banner>
  );
}
