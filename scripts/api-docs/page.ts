import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { type ErrorCode, errorBody, errorCodes } from '#contract/errors.ts';
import { mention } from '#contract/conversation/bug-mentions.ts';
import { bugReference } from '#contract/bugs/bug-references.ts';
import * as bugs from '#contract/bugs/bugs.ts';
import * as comments from '#contract/conversation/comments.ts';
import * as history from '#contract/bugs/history.ts';
import { fileRef } from '#contract/conversation/file-field.ts';
import { uploadField } from '#contract/conversation/files.ts';
import { labelRef } from '#contract/classification/label-field.ts';
import { inboxItem } from '#contract/conversation/inbox.ts';
import { componentRef } from '#contract/classification/component-field.ts';
import * as components from '#contract/classification/components.ts';
import * as customFields from '#contract/classification/custom-fields.ts';
import * as labels from '#contract/classification/labels.ts';
import { relation, relationChange } from '#contract/bugs/relations.ts';
import { reaction } from '#contract/conversation/reactions.ts';
import * as stats from '#contract/bugs/stats.ts';
import * as users from '#contract/accounts/users.ts';
import { versionRef } from '#contract/classification/version-fields.ts';
import * as versions from '#contract/classification/versions.ts';
import * as views from '#contract/bugs/views.ts';
import { vote } from '#contract/bugs/votes.ts';
import { describe, fieldTable, nameShape } from './schema.ts';

/** Shapes that several responses share, described once under their name. Others are described in place. */
const shapes: Record<string, z.core.$ZodType> = {
  Bug: bugs.bug,
  Comment: comments.comment,
  'Comment version': comments.commentVersion,
  Component: components.component,
  'Component reference': componentRef,
  Field: customFields.customFieldDefinition,
  File: fileRef,
  'History entry': history.historyEntry,
  'Inbox item': inboxItem,
  Label: labels.label,
  'Label reference': labelRef,
  Mention: mention,
  'Bug reference': bugReference,
  Reaction: reaction,
  Relation: relation,
  'Relation change': relationChange,
  'Signed-in user': users.signedInUser,
  'User reference': users.userRef,
  Version: versions.version,
  View: views.view,
  Vote: vote,
  'Version reference': versionRef,
  Counts: stats.stats,
  Week: stats.week,
};

const intro = `# The API

<!-- Written by npm run docs from contract/. Edit the contract, not this page. -->

Everything the screens do goes through these calls, and anything else may use them: JSON in, JSON out, UTF-8.

- Sign in with \`POST /api/users/login\` and send the answer's \`token\` with every other call:
  \`Authorization: Bearer <token>\`. A token expires at sign-out, after 7 days without use and after 30 days.
- Bodies are strict: a field of a wrong type or an unknown one is refused, and nothing is coerced or dropped.
- A call that files or makes something heeds an \`Idempotency-Key\`, any text of your choice, best a random one: sent again
  with the same key and body within a day, it does nothing anew. The answer (with \`Idempotency-Replayed: true\`) then has what
  was made as it is now, or only its \`_id\` if it was deleted.
- Lists that come in pages have the address of the next page in \`Link\`.
- Lengths count Unicode code points after NFC. Times are ISO 8601 in UTC. An id is an opaque string.

\`\`\`sh
curl -s http://localhost:3000/api/users/login -H 'Content-Type: application/json' \\
  -d '{"email": "ada@example.org", "password": "…"}'
curl -s 'http://localhost:3000/api/bugs?status=open&limit=50' -H 'Authorization: Bearer <token>'
\`\`\`
`;

/** The whole page, in the order of the contract. */
export function apiPage(endpoints: readonly Endpoint[]): string {
  for (const [name, schema] of Object.entries(shapes)) nameShape(name, schema);
  return [
    intro,
    '| call | what it does |\n|---|---|',
    ...endpoints.map((it) => `| [\`${title(it)}\`](#${anchor(title(it))}) | ${it.summary} |`),
    '\n## Calls\n',
    ...endpoints.map(section),
    '## Shapes\n',
    ...Object.entries(shapes).map(([name, schema]) => `### ${name}\n\n${fieldTable(schema, 'output')}\n`),
    failures(endpoints),
  ].join('\n');
}

const title = ({ method, path }: Endpoint) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;

/** The anchor that Markdown hosts give a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

function section(endpoint: Endpoint): string {
  const { summary, status, params, query, body, response, maxPreferredPage } = endpoint;
  const part = (heading: string, schema: z.core.$ZodType | undefined) =>
    schema ? [`${heading}\n\n${fieldTable(schema, 'input')}\n`] : [];
  return [
    `### ${title(endpoint)}\n`,
    `${summary}\n`,
    `${needs(endpoint)}${endpoint.idempotent === undefined ? '' : ` Heeds \`Idempotency-Key\`${endpoint.idempotent === true ? '' : ', within one session'}.`}\n`,
    ...part('In the address:', params),
    ...part('In the query:', query),
    ...(maxPreferredPage === undefined
      ? []
      : [
          `In the headers: \`Prefer: maxpagesize=<1 to ${maxPreferredPage}>\` asks for a page without \`limit\`, and \`Preference-Applied\` answers it. Other values are ignored.\n`,
        ]),
    ...part('Body:', body),
    ...(endpoint.upload ? [`Body: \`multipart/form-data\` with one file, \`${uploadField}\`.\n`] : []),
    `Answers **${status}**${response ? ` with ${describe(response, 'output')}` : ' with an empty body'}.\n`,
    `Refuses with ${refusals(endpoint)
      .map((code) => `\`${code}\` (${errorCodes[code].status})`)
      .join(', ')}.\n`,
  ].join('\n');
}

function needs({ access, signed }: Endpoint): string {
  if (access === 'public') return 'Needs no session.';
  if (signed === true) return 'Needs a session, or a signature in its address.';
  return typeof access === 'object' ? `Needs a session. ${access.refusal.text}.` : 'Needs a session.';
}

/** The declared error codes, and those that follow from the endpoint's inputs. */
function refusals({ access, query, body, upload, notFound, idempotent, errors = [] }: Endpoint): ErrorCode[] {
  return [
    ...(query || body || upload ? (['invalid_input'] as const) : []),
    ...(access === 'public' ? [] : (['unauthorized'] as const)),
    ...(typeof access === 'object' ? (['forbidden'] as const) : []),
    ...errors,
    ...(notFound === undefined ? [] : (['not_found'] as const)),
    ...(idempotent ? (['idempotency_mismatch'] as const) : []),
    ...(body || upload ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
  ];
}

function failures(endpoints: readonly Endpoint[]): string {
  const named = new Set<string>(endpoints.flatMap(refusals));
  const everywhere = Object.keys(errorCodes).filter((code) => !named.has(code));
  return [
    '## Failures\n',
    `Every failure has this body. Any call may also fail with ${everywhere.map((code) => `\`${code}\``).join(', ')}.\n`,
    `${fieldTable(errorBody, 'output')}\n`,
    '| code | status | what it means |\n|---|---|---|',
    ...Object.entries(errorCodes).map(
      ([code, { status, meaning }]) => `| \`${code}\` | ${status} | ${meaning} |`,
    ),
    '',
  ].join('\n');
}
