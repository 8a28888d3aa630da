import { styled } from '@mui/material/styles';
import { useUser } from '#web/lib/session/auth-context.ts';
import { TextLink } from '#web/ui/links.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { SendAgain } from './SendAgain.tsx';
import { texts } from './texts.ts';

/** The banner of every page while the address has to be confirmed. */
export function UnconfirmedEmail() {
  const { email, pendingEmail } = useUser();
  return (
    <Banner role="region" aria-label={texts.unconfirmed}>
      <Words>
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
      </Words>
      <SendAgain />
    </Banner>
  );
}

const Banner = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.spacing(2, 4),
  paddingBlock: theme.spacing(2),
  paddingInline: theme.spacing(6),
  ...theme.typography.body2,
  backgroundColor: theme.vars.palette.warning.soft,
  color: theme.vars.palette.warning.onSoft,
  [theme.breakpoints.down('md')]: { justifyContent: 'flex-start', paddingInline: theme.spacing(4) },
}));

const Words = styled('div')({ minWidth: 0, overflowWrap: 'anywhere' });
