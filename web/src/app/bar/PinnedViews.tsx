import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '#web/app/signed-in.ts';
import { Pins } from '#web/features/views/Pins.tsx';
import { NavLink } from './TopBar.tsx';

/** The pinned views among the links of the bar. */
export function PinnedViews() {
  return (
    <QueryClientProvider client={queryClient}>
      <Pins link={ViewLink} />
    </QueryClientProvider>
  );
}

function ViewLink({ id, name, children }: { id: string; name: string; children: ReactNode }) {
  return (
    <NavLink
      to="/views/$id"
      params={{ id }}
      activeOptions={{ exact: true, includeSearch: false }}
      title={name}
    >
      {children}
    </NavLink>
  );
}
