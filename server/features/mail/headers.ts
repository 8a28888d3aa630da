import type { Reason } from '#contract/conversation/inbox.ts';

/** The headers by which mail programs sort messages, and offer to stop them. */
export function listHeaders({
  publicUrl,
  unsubscribe,
  reasons,
}: {
  publicUrl: string;
  unsubscribe: string;
  reasons: readonly (Reason | 'digest')[];
}): Record<string, string> {
  return {
    'List-Id': `Katydid <katydid.${new URL(publicUrl).hostname.replaceAll(/[[\]:]/g, '-')}>`,
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'X-Katydid-Reason': reasons.join(', '),
  };
}
