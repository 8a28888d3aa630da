import * as z from 'zod/mini';
import { bugField } from './field.ts';
import { catalogue, says } from '#contract/messages.ts';
import { fieldMessages, id, timestamp } from '#contract/text.ts';
import { userRef } from '#contract/accounts/users.ts';

/** The recorded action of an admin on all bugs that wait for triage. */
export const triageActions = ['bugs accepted'] as const;

/**
 * Whether a user has accepted the bug: it has left the triage queue. A bug filed with an assignee is accepted at once,
 * unless its request says otherwise.
 */
export const triagedField = bugField({
  label: 'Triaged',
  value: z.boolean(),
  input: z.boolean({ error: says(fieldMessages.notBoolean({ field: 'Triaged' })) }),
  isRequired: false,
  empty: false,
  inputOf: (isTriaged: boolean) => isTriaged,
  query: { kind: 'yes-no' },
});

export const questionFieldMessages = catalogue('questionField', {
  onlyByAsking: () => 'A question is asked, answered and withdrawn by requests of its own',
});

/** A question to the reporter of a bug that is not answered yet. */
const question = z.object({ text: z.string(), by: userRef, at: timestamp });

export type Question = z.infer<typeof question>;

/** A question as histories store it: with the id of the user who asked. */
const asked = z.object({ text: z.string(), by: id, at: timestamp });

export type AskedQuestion = z.infer<typeof asked>;

/** The open question to the reporter of a bug. Only rules set it. */
export const questionField = bugField({
  label: 'Question',
  value: z.nullable(question),
  input: z.pipe(
    z.nullable(z.union([z.literal(''), asked], { error: says(questionFieldMessages.onlyByAsking()) })),
    z.transform((value: AskedQuestion | '' | null) => (value === '' ? null : value)),
  ),
  isRequired: false,
  empty: null as Question | null,
  inputOf: (value: Question | null) => value && { text: value.text, by: value.by._id, at: value.at },
  query: { has: 'question', orNone: true },
});
