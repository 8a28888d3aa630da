import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { type ErrorCode, errorBody, errorCodes } from '#contract/errors.ts';
import { uploadField } from '#contract/conversation/files.ts';
import type { QueryKind } from '#contract/bugs/field.ts';
import { queryFields } from '#contract/query/fields.ts';
import { describe, fieldTable, nameShape } from './schema.ts';

const intro = `# The API

<!-- Written by npm run docs from contract/. Edit the contract, not this page. -->

Everything the screens do goes through these calls, and anything else may use them: JSON in, JSON out, UTF-8.

- Sign in with \`POST /api/users/login\` and send the answer's \`token\` with every other call:
  \`Authorization: Bearer <token>\`. A token expires at sign-out, after 7 days without use and after 30 days.
- Bodies are strict: a field of a wrong type or an unknown one is refused, and nothing is coerced or dropped.
- A call that creates something accepts an \`Idempotency-Key\`, a random text of your choice: sent again with the same key
  and body within a day, it creates nothing more. The answer (with \`Idempotency-Replayed: true\`) then has what the first
  call created as it is now, or only its \`_id\` if it was deleted.
- Lists that come in pages have the address of the next page in \`Link\`.
- Lengths count Unicode code points after NFC. Times are ISO 8601 in UTC. An id is an opaque string.

\`\`\`sh
curl -s http://localhost:3000/api/users/login -H 'Content-Type: application/json' \\
  -d '{"email": "ada@example.org", "password": "…"}'
curl -s 'http://localhost:3000/api/bugs?status=open&limit=50' -H 'Authorization: Bearer <token>'
\`\`\`
`;

interface Contract {
  readonly endpoints: readonly Endpoint[];
  /**
   * Schemas that several responses share, which are described once under their names. Others are described in place.
   */
  readonly shapes: Readonly<Record<string, z.core.$ZodType>>;
}

/** The whole page, with calls in the order of the contract, and shapes by name. */
export function apiPage({ endpoints, shapes }: Contract): string {
  const named = Object.entries(shapes).toSorted(([one], [other]) => one.localeCompare(other));
  for (const [name, schema] of named) nameShape(name, schema);
  return [
    intro,
    '| call | what it does |\n|---|---|',
    ...endpoints.map((it) => `| [\`${title(it)}\`](#${anchor(title(it))}) | ${it.summary} |`),
    '\n## Calls\n',
    ...endpoints.map(section),
    '## Shapes\n',
    ...named.map(([name, schema]) => `### ${name}\n\n${fieldTable(schema, 'output')}\n`),
    fieldsOfQueries(),
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
  const { summary, status, params, query, body, response, workspace, bugPage, maxPreferredPage } = endpoint;
  const part = (heading: string, schema: z.core.$ZodType | undefined) =>
    schema ? [`${heading}\n\n${fieldTable(schema, 'input')}\n`] : [];
  return [
    `### ${title(endpoint)}\n`,
    `${summary}\n`,
    `${needs(endpoint)}${endpoint.idempotent === undefined ? '' : ` Heeds \`Idempotency-Key\`${endpoint.idempotent === true ? '' : ', within one session'}.`}${workspace === undefined ? '' : ` \`GET /api/workspace\` has its response as \`${workspace}\`.`}${bugPage === undefined ? '' : ` \`GET /api/bugs/{id}/page\` has its response as \`${bugPage.name}\`.`}\n`,
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

const queryValues: Record<QueryKind, string> = {
  choice: 'one of',
  person: 'a user',
  named: 'a name',
  time: 'a moment or a day',
  day: 'a day',
  number: 'a number',
  'yes-no': '`yes` or `no`',
  text: 'a part of its text',
};

function fieldsOfQueries(): string {
  const rows = queryFields.map(({ name, kind, choices = [], orNone, has, sort }) => {
    const named = choices.map((choice) => `\`${choice}\``).join(', ');
    const value = kind === undefined ? '' : `${queryValues[kind]}${named && ` ${named}`}`;
    const selects = [value, orNone && kind ? '`none`' : '', has ? `\`has:${has}\`` : ''].filter(Boolean);
    return `| \`${name}\` | ${selects.join('; ')} | ${sort === undefined ? 'no' : 'yes'} |`;
  });
  return [
    '## Fields of queries\n',
    'Those of the [query language](query-language.md) that every server has:\n',
    '| field | selects by | sorts |\n|---|---|---|',
    ...rows,
    '',
  ].join('\n');
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
