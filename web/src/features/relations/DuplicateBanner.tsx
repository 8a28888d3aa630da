import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { useUnmark } from './mutations.ts';
import { relationsQuery } from './data.ts';
import { texts } from './texts.ts';

interface Props {
  bug: Bug;
  /** Whether a link to it redirects to the final bug. */
  leadsOn: boolean;
}

/** The banner of a duplicate, with the bug that it refers to. A link to the duplicate opens that bug. */
export function DuplicateBanner({ bug, leadsOn }: Props): React.JSX.Element | null {
  const navigate = useNavigate();
  const mayTakeBack = useBugRights().mayWork(bug);
  const { data } = useQuery(relationsQuery(bug._id));
  const unmark = useUnmark(bug);
  const final = data?.final;
  const lead = useEffectEvent((to: BugReference) => {
    const ledFrom = { _id: bug._id, number: bug.number ?? 0 };
    void navigate({ to: '/bugs/$id', params: { id: to._id }, replace: true, state: { ledFrom } });
  });
  useEffect(() => {
    if (leadsOn && final) lead(final);
  }, [leadsOn, final]);
  if (!final || leadsOn) return null;
  const direct = data.relations.find(({ kind }) => kind === 'duplicate-of')?.bug;
  return (
    <Notice
      severity="info"
      title={texts.isDuplicate}
      text={
        <>
          <Sentence text={texts.final} parts={{ bug: <BugLink bug={final} /> }} />
          {direct && direct._id !== final._id && (
            <>
              {' '}
              <Sentence text={texts.through} parts={{ bug: <BugLink bug={direct} isSought /> }} />
            </>
          )}
          {unmark.error && <Notice {...problemOf(texts.takeBackFailed, unmark.error)} />}
        </>
      }
      actions={
        mayTakeBack && (
          <Button size="small" aria-disabled={unmark.isPending} onClick={() => unmark.mutate()}>
            {texts.notDuplicate}
          </Button>
        )
      }
    />
  );
}

function BugLink({ bug, isSought = false }: { bug: BugReference; isSought?: boolean }) {
  return (
    <TextLink
      to="/bugs/$id"
      params={{ id: bug._id }}
      {...(isSought && { state: { isSought } })}
      look="underlined"
    >
      {`#${bug.number} ${bug.title}`}
    </TextLink>
  );
}
