import * as z from 'zod/mini';
import { componentMessages, componentRef, maxComponents } from './component-field.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { catalogue, says } from '#contract/messages.ts';
import { ofAdmins } from '#contract/permissions.ts';
import { cleanText, fieldMessages, id, idOrNone, requiredLine } from '#contract/text.ts';
import { userRef } from '#contract/accounts/users.ts';

const component = z.extend(componentRef, {
  description: z.string(),
  /** The user who is assigned to new bugs of the component that are filed without an assignee. */
  owner: z.nullable(userRef),
  /** The template for descriptions of new bugs of the component, in Markdown; empty for none. */
  template: z.string(),
  /** Whether it is archived: bugs keep it, but it can no longer be set. */
  archived: z.boolean(),
});

export type Component = z.infer<typeof component>;

/** Messages about components that only the server sends. */
export const componentRefusals = catalogue('componentRefusals', {
  notFound: () => 'Component not found',
  nameTaken: () => 'A component with this name exists already',
  tooMany: ({ max }: { max: number }) => `There can be at most ${max} components`,
  notOwner: () => 'Owner must be the id of a user, or empty',
  unknownOwner: () => 'Owner must be one of the users',
  suspendedOwner: ({ name }: { name: string }) => `${name} is suspended and cannot become the owner`,
  notUsable: () => 'The component that a bug gets must exist and not be archived',
  inUse: () => 'Bugs have this component: archive it instead',
});

export const componentPermissions = { manage: ofAdmins('manage components') };

/** The length of the longest template, in code points: every list of components has all of them. */
export const maxTemplate = 5_000;

export const createComponentBody = z.strictObject({
  name: requiredLine('Name', { max: 50, as: 'name' }),
  description: z.optional(cleanText('Description', { max: 500 })),
  owner: z.optional(idOrNone(componentRefusals.notOwner())),
  template: z.optional(cleanText('Template', { max: maxTemplate })),
});

const params = z.strictObject({ id });
const notFound = componentRefusals.notFound();

export const listComponents = endpoint('GET', '/api/components', {
  summary: 'All components, by name, archived ones included.',
  access: 'signed-in',
  status: 200,
  workspace: 'components',
  response: z.array(component),
});

export const createComponent = endpoint('POST', '/api/components', {
  summary: `Creates a component; admins only. Names are unique, without regard to case. There can be at most ${maxComponents.inAll}. The owner is assigned to new bugs of the component that are filed without an assignee, unless the account is suspended.`,
  access: componentPermissions.manage,
  status: 201,
  body: createComponentBody,
  response: component,
  idempotent: true,
});

export const updateComponent = endpoint('PUT', '/api/components/:id', {
  summary: 'Changes or archives a component; omitted fields stay unchanged. Bugs keep an archived component.',
  access: componentPermissions.manage,
  status: 200,
  params,
  body: z.extend(z.partial(createComponentBody), {
    archived: z.optional(z.boolean({ error: says(fieldMessages.notBoolean({ field: 'Archived' })) })),
  }),
  response: component,
  notFound,
});

export const deleteComponent = endpoint('DELETE', '/api/components/:id', {
  summary: 'Deletes a component that no bug has. Histories of bugs still name it.',
  access: componentPermissions.manage,
  status: 204,
  params,
  notFound,
  errors: ['in_use'],
});

export const manifest = {
  endpoints: [listComponents, createComponent, updateComponent, deleteComponent],
  messages: { components: componentMessages, componentRefusals },
  permissions: componentPermissions,
  liveKinds: ['component'],
  shapes: { Component: component },
} as const satisfies Manifest;
