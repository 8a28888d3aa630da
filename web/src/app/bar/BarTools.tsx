import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '#web/app/signed-in.ts';
import { Bell } from '#web/features/inbox/Bell.tsx';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { LiveStatus } from './LiveStatus.tsx';
import { PaletteButton } from './PaletteButton.tsx';

/** The tools of the bar for signed-in users. */
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
