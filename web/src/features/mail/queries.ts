import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type MailSettings,
  getMail,
  getMailSettings,
  previewMail,
  updateMailSettings,
} from '#contract/conversation/mail.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointQuery } from '#web/lib/api/query.ts';

/** Whether the server can send mail. */
export const mailQuery = endpointQuery(getMail, {});

export const settingsQuery = endpointQuery(getMailSettings, {});

export const previewQuery = (kind: 'message' | 'digest', language: MailSettings['language']) =>
  endpointQuery(previewMail, { query: { kind, language } });

/** Saves settings sequentially, so that the last choice wins; each is shown at once. */
export function useSaveSettings() {
  const client = useQueryClient();
  const { queryKey } = settingsQuery;
  return useMutation({
    scope: { id: 'mail settings' },
    mutationFn: (body: MailSettings) => call(updateMailSettings, { body }),
    async onMutate(settings) {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, { ...settings, isSaved: true });
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
