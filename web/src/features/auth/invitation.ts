import { registerBody } from '#contract/accounts/users.ts';

/** The URL fragment of an invitation link. */
export function invitationHash(secret: string): string {
  return new URLSearchParams({ invitation: secret }).toString();
}

/** The secret in a URL fragment; undefined without one, or if the server would refuse its format. */
export function invitationOf(hash: string): string | undefined {
  const secret = new URLSearchParams(hash).get('invitation') ?? undefined;
  const parsed = registerBody.shape.invitation.safeParse(secret);
  return parsed.success ? parsed.data : undefined;
}
