import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isForPeople, isSilence, reasonOf } from '#web/lib/api/api-error.ts';
import { ask } from '#web/lib/api/call.ts';
import { backoff, pause, whenVisible } from '#web/lib/waiting.ts';
import { MissingCodeError, pageFailed } from '#web/lib/lazy-page.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/Page.tsx';
import { texts } from './texts.ts';

/**
 * Shows the error and a link in place of a page that failed. A page whose code could not be fetched is reloaded as soon
 * as the server answers.
 */
export function ErrorPage({ error }: ErrorComponentProps) {
  useEffect(() => pageFailed.notify(), []);
  useEffect(() => {
    if (!(error instanceof MissingCodeError) || hasJustReloaded()) return undefined;
    const leaving = new AbortController();
    void reloadOnceAnswered(leaving.signal);
    return () => leaving.abort();
  }, [error]);
  return (
    <Page title={texts.brokenTitle} tabTitle={texts.brokenTitle} width="reading">
      <EmptyState
        text={reasonFor(error)}
        action={
          <>
            <Button variant="contained" onClick={() => location.reload()}>
              {texts.reload}
            </Button>
            <ButtonLink to="/" reloadDocument variant="outlined">
              {texts.goToDashboard}
            </ButtonLink>
          </>
        }
      />
    </Page>
  );
}

function reasonFor(error: unknown): string {
  if (!(error instanceof Error)) return texts.brokenText;
  if (error instanceof MissingCodeError) return texts.codeMissing;
  return isForPeople(error) ? reasonOf(error) : texts.brokenText;
}

const reloadedAt = 'reloaded-for-code';
/** Minimum interval in milliseconds: a file missing from the server's build must not make the page reload forever. */
const reloadAtMostEvery = 60_000;

function hasJustReloaded(): boolean {
  return Date.now() - Number(sessionStorage.getItem(reloadedAt) ?? 0) < reloadAtMostEvery;
}

async function reloadOnceAnswered(signal: AbortSignal): Promise<void> {
  for (let failures = 1; !signal.aborted; failures += 1) {
    const answered = await ask().then(
      () => true,
      (error: unknown) => !isSilence(error),
    );
    if (signal.aborted) return;
    if (answered) {
      sessionStorage.setItem(reloadedAt, String(Date.now()));
      return location.reload();
    }
    await pause(backoff(failures), signal);
    await whenVisible(signal);
  }
}
