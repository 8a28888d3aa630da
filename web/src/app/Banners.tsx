import { useQuery } from '@tanstack/react-query';
import { type Banner, useExtensions } from '#web/lib/extensions.ts';
import { useUser } from '#web/lib/session/auth-context.ts';

/** Features' banners about the account, above all pages. */
export function Banners() {
  const user = useUser();
  const { banners } = useExtensions();
  return banners
    .filter(({ isShown }) => isShown(user))
    .map((banner) => <Loaded key={banner.name} banner={banner} />);
}

function Loaded({ banner: { name, load } }: { banner: Banner }) {
  const { data } = useQuery({
    queryKey: ['code of', name],
    queryFn: async () => ({ Content: await load() }),
    staleTime: Infinity,
  });
  return data && <data.Content />;
}
