import { TextLink } from '#web/ui/links.tsx';
import { texts } from './texts.ts';

export function LoginLink() {
  return (
    <p>
      <TextLink look="underlined" to="/login" state>
        {texts.toLogin}
      </TextLink>
    </p>
  );
}
