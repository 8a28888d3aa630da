import type { Translated } from '#contract/index.ts';
import * as admin from '#web/features/admin/messages.de.ts';
import * as bugs from '#web/features/bugs/messages.de.ts';
import * as timeline from '#web/features/timeline/messages.de.ts';
import * as mail from '#web/features/mail/messages.de.ts';
import * as inbox from '#web/features/inbox/messages.de.ts';
import * as classification from '#web/features/classification/messages.de.ts';
import * as relations from '#web/features/relations/messages.de.ts';
import * as triage from '#web/features/triage/messages.de.ts';
import * as views from '#web/features/views/messages.de.ts';
import * as votes from '#web/features/votes/messages.de.ts';
import * as files from '#web/lib/files/messages.de.ts';
import * as general from '#web/lib/api/messages.de.ts';
import * as accounts from '#web/lib/session/messages.de.ts';

/** Every message of the contract in German. */
const catalogues: Translated = {
  ...general.messages,
  ...accounts.messages,
  ...admin.messages,
  ...bugs.messages,
  ...timeline.messages,
  ...inbox.messages,
  ...mail.messages,
  ...classification.messages,
  ...relations.messages,
  ...triage.messages,
  ...views.messages,
  ...files.messages,
};

const fields = {
  ...general.fields,
  ...accounts.fields,
  ...admin.fields,
  ...bugs.fields,
  ...timeline.fields,
  ...classification.fields,
  ...relations.fields,
  ...triage.fields,
  ...views.fields,
  ...votes.fields,
  ...inbox.fields,
};

export const german = { catalogues, fields };
