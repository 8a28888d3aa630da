import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '#web/app/signed-in.ts';
import { Bell } from '#web/features/inbox/Bell.tsx';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { LiveStatus } from './LiveStatus.tsx';
import { PaletteButton } from './PaletteButton.tsx';

/** What the bar has for the signed-in alone. */
export function BarTools() {
  const hasAdditions = useAdditions();
  return (
    <>
      <PaletteButton />
      {hasAdditions && (
        <QueryClientProvider client={queryClient}>
          <Bell />
        </QueryClientProvider>
      )}
      <LiveStatus />
    </>
  );
}
