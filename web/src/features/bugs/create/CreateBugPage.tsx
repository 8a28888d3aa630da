import { useLocation } from '@tanstack/react-router';
import { listed } from '#web/language/language.ts';
import { failureOf } from '#web/lib/api/query.ts';
import { DraftNotice } from '#web/lib/drafts/DraftNotice.tsx';
import { useDrafts } from '#web/lib/drafts/use-drafts.ts';
import { useOpening } from '#web/lib/keyboard/openable.tsx';
import { preloadTextEditor } from '#web/lib/text-editor/TextEditor.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { Page } from '#web/ui/Page.tsx';
import { usePeople } from '#web/features/bugs/data/use-people.ts';
import { bugInput } from '#web/lib/bugs/change/bug-edit.ts';
import { formTexts } from '#web/features/bugs/form/texts.ts';
import { useAddressed } from './addressed.ts';
import { CreateBugForm, createProblem, newBugForm } from './CreateBugForm.tsx';

/* Loaded together with the form. */
preloadTextEditor();

export function CreateBugPage(): React.JSX.Element {
  const { list } = usePeople();
  const { data: users, refetch } = list;
  const error = failureOf(list);
  const drafts = useDrafts({ form: newBugForm, schema: bugInput });
  const { offered } = drafts;
  const address = useAddressed();
  const isLoaded = users !== undefined || error !== null;
  const isByKey = useLocation({ select: ({ hash }) => hash === 'title' });
  useOpening({ isOpening: isByKey && !(isLoaded && address), onClose: () => undefined });
  return (
    <Page title={formTexts.createTitle} tabTitle={formTexts.createTitle} width="reading">
      {error && (
        <ErrorState {...createProblem(formTexts.usersFailed, error)} onRetry={() => void refetch()} />
      )}
      {isLoaded && address ? (
        <>
          {address.ignored.length > 0 && (
            <Notice severity="info" title={formTexts.ignored} text={listed(address.ignored)} />
          )}
          {offered && (
            <DraftNotice
              at={offered.at}
              name={offered.value.title}
              onRestore={drafts.restore}
              onDiscard={drafts.discard}
            />
          )}
          <CreateBugForm key={`${drafts.slot} ${address.from}`} begun={address.begun} drafts={drafts} />
        </>
      ) : (
        <LoadingText />
      )}
    </Page>
  );
}
