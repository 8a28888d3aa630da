import { lazy, Suspense, useState } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { TextLink } from '#web/ui/links.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { useWayHere } from './sought.ts';
import { texts } from './texts.ts';

const DuplicateBanner = lazy(async () => ({
  default: (await import('./DuplicateBanner.tsx')).DuplicateBanner,
}));

/** The banner above a duplicate, and above a bug that was opened by the link to a duplicate. */
export function BugBanner({ bug, isPage }: { bug: Bug; isPage: boolean }) {
  const { isFollowed, ledFrom } = useWayHere();
  // A bug that becomes a duplicate while it is shown stays open.
  const [leadsOn] = useState(isPage && isFollowed && bug.resolution === 'duplicate');
  return (
    <>
      {isPage && ledFrom && ledFrom._id !== bug._id && (
        <Notice
          severity="info"
          title={texts.ledOn}
          text={
            <Sentence
              text={texts.ledFrom}
              parts={{
                bug: (
                  <TextLink
                    to="/bugs/$id"
                    params={{ id: ledFrom._id }}
                    state={{ isSought: true }}
                    look="underlined"
                  >{`#${ledFrom.number}`}</TextLink>
                ),
              }}
            />
          }
        />
      )}
      {bug.resolution === 'duplicate' && (
        <Suspense>
          <DuplicateBanner key={bug._id} bug={bug} leadsOn={leadsOn} />
        </Suspense>
      )}
    </>
  );
}
