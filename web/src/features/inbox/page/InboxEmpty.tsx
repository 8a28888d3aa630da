import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import type { InboxFilter } from '#web/features/inbox/inbox-pages.ts';
import { texts } from '#web/features/inbox/texts.ts';

/** Nothing is listed: in the inbox, a reason to be glad. */
export function InboxEmpty({ filter: { state, reason } }: { filter: InboxFilter }) {
  const isWhole = reason === undefined;
  return (
    <Surface>
      <EmptyState
        text={isWhole ? texts.empty[state] : texts.empty.reason}
        action={
          isWhole ? (
            <ButtonLink to="/bugs" variant="outlined">
              {texts.allBugs}
            </ButtonLink>
          ) : (
            <ButtonLink to="/inbox" search={state === 'all' ? {} : { state }} variant="outlined">
              {texts.allReasonsButton}
            </ButtonLink>
          )
        }
      />
    </Surface>
  );
}
