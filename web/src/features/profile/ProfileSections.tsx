import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { type ProfileSection, useExtensions } from '#web/lib/extensions.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { texts } from './texts.ts';

/** Other features' personal settings. */
export function ProfileSections() {
  const { profileSections } = useExtensions();
  return profileSections
    .filter(({ isOffered }) => isOffered?.() ?? true)
    .map((section) => <Section key={section.title} section={section} />);
}

function Section({ section }: { section: ProfileSection }) {
  const id = useId();
  return (
    <Frame role="region" aria-labelledby={id}>
      <Typography variant="h2" id={id}>
        {section.title}
      </Typography>
      <Loaded section={section} />
    </Frame>
  );
}

function Loaded({ section: { title, load } }: { section: ProfileSection }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['code of', title],
    queryFn: async () => ({ Content: await load() }),
    staleTime: Infinity,
  });
  if (data) return <data.Content />;
  if (!error) return <LoadingText />;
  return (
    <ErrorState title={texts.sectionFailed(title)} text={reasonOf(error)} onRetry={() => void refetch()} />
  );
}

const Frame = styled(Surface)(({ theme }) => ({ display: 'grid', gap: theme.spacing(4) }));
