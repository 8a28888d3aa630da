import { catalogue, type Message } from './messages.ts';

export const roles = ['user', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The user on whose behalf something is done. */
export interface Actor {
  readonly _id: string;
  readonly role: Role;
}

/**
 * The right to do something that not every user may do. Features declare theirs beside their endpoints and list them
 * in their manifests. A permission on a resource (`on` names its kind) is decided with that resource, any other by the actor alone.
 */
export interface Permission<Resource = void> {
  readonly name: string;
  readonly on?: string;
  /** The message for those who do not have it. */
  readonly refusal: Message;
  readonly allows: (actor: Actor, resource: Resource) => boolean;
}

/** A permission on any kind of resource: enough to name it, not to decide it. */
export type AnyPermission = Permission<never>;

/** Whether the permission depends on the actor alone. */
export const isGeneral = (permission: AnyPermission): permission is Permission => permission.on === undefined;

/** The argument that names the resource, if the permission is on one. */
export type About<Resource> = [Resource] extends [void] ? [] : [resource: Resource];

/** Whether the actor has the permission. The server enforces it; the screens offer only permitted actions. */
export function can<Resource>(
  actor: Actor,
  permission: Permission<Resource>,
  ...[resource]: About<NoInfer<Resource>>
): boolean {
  return permission.allows(actor, resource as Resource);
}

/** Whether the actor may do everything. */
export const isAdmin = ({ role }: Actor): boolean => role === 'admin';

export const permissionMessages = catalogue('permissions', {
  onlyAdmins: () => 'Only admins can do this',
});

/** A permission that admins have. */
export function ofAdmins(name: string): Permission {
  return { name, refusal: permissionMessages.onlyAdmins(), allows: isAdmin };
}

/** The permissions on the admins’ pages: here, because the web's bar needs them before sign-in. */
export const adminPermissions = {
  manageUsers: ofAdmins('manage users'),
  invite: ofAdmins('invite'),
  readAudit: ofAdmins('read audit trail'),
  readBackups: ofAdmins('read backup status'),
  manageJobs: ofAdmins('manage jobs'),
  readMetrics: ofAdmins('read metrics'),
  manageSettings: ofAdmins('manage settings'),
};
