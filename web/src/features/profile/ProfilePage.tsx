import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { DraftNotice } from '#web/lib/drafts/DraftNotice.tsx';
import { useDrafts } from '#web/lib/drafts/use-drafts.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Page } from '#web/ui/Page.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmailChanges } from './EmailChanges.tsx';
import { PendingEmail } from './PendingEmail.tsx';
import { profileDraft, profileDraftShape } from './profile-form.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfileSections } from './ProfileSections.tsx';
import { ScreenChoices } from './ScreenChoices.tsx';
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
        <SessionSurface>
          <Sessions />
        </SessionSurface>
      )}
    </Page>
  );
}

const SessionSurface = styled(Surface)(({ theme }) => ({ display: 'grid', gap: theme.spacing(3) }));
