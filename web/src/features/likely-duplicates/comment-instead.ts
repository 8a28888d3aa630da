import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { createComment, maxComment } from '#contract/conversation/comments.ts';
import { textLength } from '#contract/text.ts';
import { getWatchers, watchBug } from '#contract/conversation/watching.ts';
import { call } from '#web/lib/api/call.ts';
import { type Once, onceOnly } from '#web/lib/api/once-only.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { getBug } from '#web/lib/api/specified.ts';
import type { CreateAsideProps } from '#web/lib/extensions.ts';

type Typed = CreateAsideProps['typed'];

/** The text of a new bug as a comment on another one. */
function commentOf({ title, description }: Typed): string {
  return [title.trim(), description.trim()].filter((text) => text !== '').join('\n\n');
}

/** Whether it exceeds the maximum length of a comment. */
export function isTooLong(typed: Typed): boolean {
  return textLength(commentOf(typed)) > maxComment;
}

/** Watches a bug and comments on it with the typed text; repeated requests post it once. */
export function useCommentInstead() {
  const client = useQueryClient();
  const last = useRef<{ sent: string; once: Once }>(undefined);
  return async (bugId: string, typed: Typed): Promise<void> => {
    const body = { body: commentOf(typed), ...(typed.files.length > 0 && { files: [...typed.files] }) };
    const sent = JSON.stringify([bugId, body]);
    if (last.current?.sent !== sent) last.current = { sent, once: onceOnly() };
    const params = { id: bugId };
    await call(watchBug, { params, query: {} });
    await last.current.once((headers) => call(createComment, { params, body, headers }));
    for (const endpoint of [getBug, getWatchers])
      void client.invalidateQueries({ queryKey: endpointKey(endpoint, { params }) });
  };
}
