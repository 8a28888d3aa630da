import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { type About, type Actor, can, type Permission } from '#contract/permissions.ts';
import { AppError } from '#server/http/errors.ts';

/** @throws AppError 403 if the actor does not have the permission */
export function demand<Resource>(
  actor: Actor,
  permission: Permission<Resource>,
  ...about: About<NoInfer<Resource>>
): void {
  if (!can(actor, permission, ...about)) throw new AppError('forbidden', permission.refusal);
}

/** The hook that refuses callers who do not have the permission with an AppError 403. */
export function requirePermission(permission: Permission) {
  return ({ context }: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    if (!context?.caller) throw new Error('The request has no caller');
    demand(context.caller, permission);
    done();
  };
}
