import { styled } from '@mui/material/styles';
import { BugList } from './BugList.tsx';
import { latelyQuery, mineQuery } from './queries.ts';
import { texts } from './texts.ts';

/** The user's assigned bugs, and recent changes. */
export function BugLists() {
  return (
    <Columns>
      <BugList
        title={texts.mine}
        query={mineQuery}
        empty={texts.mineEmpty}
        failed={texts.mineFailed}
        all={{ label: texts.mineAll, filter: { assignedTo: 'me', sort: 'status' } }}
      />
      <BugList
        title={texts.lately}
        query={latelyQuery}
        empty={texts.latelyEmpty}
        failed={texts.latelyFailed}
        all={{ label: texts.latelyAll, filter: { sort: '-updatedAt' } }}
      />
    </Columns>
  );
}

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  // Side by side if each is at least as wide as on a phone.
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 344px), 1fr))',
  gap: theme.spacing(4),
}));
