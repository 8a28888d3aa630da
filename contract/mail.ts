import * as z from 'zod/mini';
import { adminPermissions } from './admin-permissions.ts';
import { endpoint } from './endpoint.ts';

export const getMail = endpoint('GET', '/api/mail', {
  summary: 'Whether the server can send mail: `SMTP_URL` and `MAIL_FROM` are set.',
  access: 'signed-in',
  status: 200,
  response: z.object({ isSetUp: z.boolean() }),
});

export const sendTestMail = endpoint('POST', '/api/admin/mail/test', {
  summary:
    'Sends a test message to the caller, and waits until the mail server has accepted it; `error` is what it said otherwise.',
  access: adminPermissions.manageJobs,
  status: 200,
  response: z.object({ error: z.nullable(z.string()) }),
});
