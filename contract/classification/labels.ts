import * as z from 'zod/mini';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { choiceField } from '#contract/bugs/field.ts';
import { labelColors, labelMessages, labelRef, type Max, maxLabels } from './label-field.ts';
import { catalogue, says } from '#contract/messages.ts';
import { isAdmin, ofAdmins, type Permission } from '#contract/permissions.ts';
import { cleanText, fieldMessages, id, requiredLine } from '#contract/text.ts';

const label = z.extend(labelRef, {
  description: z.string(),
  /** Whether it is archived: bugs keep it, but it can no longer be set. */
  archived: z.boolean(),
  /** The ids of labels that were merged into it. */
  formerIds: z.optional(z.array(id)),
});

export type Label = z.infer<typeof label>;

/** Messages about labels that only the server sends. */
export const labelRefusals = catalogue('labelRefusals', {
  notFound: () => 'Label not found',
  onlyAdminsCreate: () => 'Only admins can create labels',
  nameTaken: () => 'A label with this name exists already',
  tooMany: ({ max }: Max) => `There can be at most ${max.toLocaleString('en')} labels`,
  notUsable: () => 'A label that a bug gets must exist and not be archived',
  notInto: () => 'into must be the id of another label',
});

/** Who can create labels: admins, or every user. */
export const labelCreators = ['admins', 'everyone'] as const;
export type LabelCreators = (typeof labelCreators)[number];

const create: Permission<{ readonly creators: LabelCreators }> = {
  name: 'create labels',
  on: 'label settings',
  refusal: labelRefusals.onlyAdminsCreate(),
  allows: (actor, { creators }) => creators === 'everyone' || isAdmin(actor),
};

export const labelPermissions = { create, manage: ofAdmins('manage labels') };

export const createLabelBody = z.strictObject({
  name: requiredLine('Name', { max: 50, as: 'name' }),
  color: choiceField('Color', labelColors).input,
  description: z.optional(cleanText('Description', { max: 200 })),
});

const params = z.strictObject({ id });
const notFound = labelRefusals.notFound();

export const listLabels = endpoint('GET', '/api/labels', {
  summary: 'All labels, by name, archived ones included.',
  access: 'signed-in',
  status: 200,
  workspace: 'labels',
  response: z.array(label),
});

export const getLabelSettings = endpoint('GET', '/api/labels/settings', {
  summary: 'Who can create labels: `admins` or `everyone`.',
  access: 'signed-in',
  status: 200,
  workspace: 'labelSettings',
  response: z.object({ creators: z.enum(labelCreators) }),
});

export const createLabel = endpoint('POST', '/api/labels', {
  summary: `Creates a label; for admins, or everyone by the setting \`LABELS\`. Names are unique, without regard to case. There can be at most ${maxLabels.inAll.toLocaleString('en')}.`,
  access: labelPermissions.create,
  status: 201,
  body: createLabelBody,
  response: label,
  idempotent: true,
});

export const updateLabel = endpoint('PUT', '/api/labels/:id', {
  summary: 'Changes or archives a label; omitted fields stay unchanged. Bugs keep an archived label.',
  access: labelPermissions.manage,
  status: 200,
  params,
  body: z.extend(z.partial(createLabelBody), {
    archived: z.optional(z.boolean({ error: says(fieldMessages.notBoolean({ field: 'Archived' })) })),
  }),
  response: label,
  notFound,
});

export const deleteLabel = endpoint('DELETE', '/api/labels/:id', {
  summary:
    'Deletes a label. Its bugs lose it, or get the label `into` instead. Their versions stay as they are.',
  access: labelPermissions.manage,
  status: 204,
  params,
  query: z.strictObject({ into: z.optional(id) }),
  notFound,
});

export const manifest = {
  endpoints: [listLabels, getLabelSettings, createLabel, updateLabel, deleteLabel],
  messages: { labels: labelMessages, labelRefusals },
  permissions: labelPermissions,
  liveKinds: ['label'],
  shapes: { Label: label, 'Label reference': labelRef },
} as const satisfies Manifest;
