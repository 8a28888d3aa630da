import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type Banner, ExtensionsContext } from '#web/lib/extensions.ts';
import { codeOf } from '#web/lib/query-client.ts';
import { useAuth, useUser } from '#web/lib/session/auth-context.ts';
import { preloadMarkdown } from '#web/ui/markdown/Markdown.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { CommandPalette, loadPalette } from '#web/app/commands/CommandPalette.tsx';
import { extensions } from './extensions.ts';
import { limitPreload, loadAhead } from './load-ahead.ts';
import { Keyboard } from '#web/app/commands/Keyboard.tsx';
import { queryClient } from './signed-in.ts';

const { banners, bugSections, bugAsides, bugTextParts, neededInOutages } = extensions;
const partsOfBugs = [
  async () => preloadMarkdown(),
  ...[...bugSections, ...bugAsides, ...bugTextParts].map(({ load }) => load),
];
const forOutages = [loadPalette, ...neededInOutages];

/** Shows the protected routes to signed-in users. When the session ends, shows sign-in, from which users can return. */
export function SignedInOnly() {
  const { state, user } = useAuth();
  const router = useRouter();
  const reason = state.status === 'signed-out' ? state.reason : undefined;
  const lastUser = useRef<string>(undefined);
  useEffect(() => {
    if (user) lastUser.current = user._id;
    if (reason === undefined) return;
    const { current: loggedOut } = lastUser;
    const left = loggedOut === undefined ? {} : { loggedOut };
    void router.navigate({
      to: '/login',
      state: reason === 'logout' ? left : { returnTo: router.latestLocation.href },
      replace: true,
    });
  }, [user, reason, router]);
  useEffect(() => loadAhead(router, { parts: partsOfBugs, forOutages }), [router]);
  useEffect(() => limitPreload(router, queryClient), [router]);
  if (state.status !== 'signed-in') return <LoadingText />;
  return (
    <QueryClientProvider client={queryClient}>
      <ExtensionsContext value={extensions}>
        <Keyboard />
        <CommandPalette />
        <Banners />
        {/* Remounted for another user, so that no form still has the previous user's text. */}
        <Outlet key={state.user._id} />
      </ExtensionsContext>
    </QueryClientProvider>
  );
}

/** Features' banners about the account, above all pages. */
function Banners() {
  const user = useUser();
  return banners
    .filter(({ isShown }) => isShown(user))
    .map((banner) => <LoadedBanner key={banner.name} banner={banner} />);
}

function LoadedBanner({ banner: { name, load } }: { banner: Banner }) {
  const { data } = useQuery(codeOf(name, load));
  return data && <data.Content />;
}
