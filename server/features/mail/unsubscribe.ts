import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { reasons } from '#contract/conversation/inbox.ts';
import type { MailSettings } from '#contract/conversation/mail.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { FileStore } from '#server/files/file-store.ts';
import type { AppContext } from '#server/http/request-context.ts';
import type { StopLink } from '#server/mail/in/published.ts';
import { escapeHtml } from '#server/mail/render.ts';
import { readSettings, saveSettings } from './settings.ts';
import { mailTexts } from './texts.ts';

export const unsubscribePath = '/unsubscribe';

interface Around {
  readonly db: Db;
  readonly files: Pick<FileStore, 'secret'>;
}

/**
 * The address at which a user stops all mail, without a session. It works until it is published, and for as long as the
 * instances have the same secret.
 */
export async function unsubscribeUrl(
  { db, files, settings }: Around & { readonly settings: { readonly publicUrl: string } },
  userId: string,
): Promise<string> {
  const [secret, version] = await Promise.all([files.secret(), versionOf(db, userId)]);
  const signature = mac(secret, userId, version).toString('base64url');
  return `${settings.publicUrl}${unsubscribePath}?${new URLSearchParams({ user: userId, signature }).toString()}`;
}

/** Voids those of the links that are valid: later mails have other links. `secret` is that of the files. */
export async function voidStopLinks(tx: Tx, links: readonly StopLink[], secret: Buffer): Promise<void> {
  for (const link of links) {
    const version = await versionOf(tx, link.user);
    if (!matches(secret, link, version)) continue;
    await tx
      .insertInto('stop_link_versions')
      .values({ user_id: link.user, version: version + 1 })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ version: version + 1 }))
      .execute();
  }
}

/** How many links of the user were voided. */
async function versionOf(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('stop_link_versions')
    .select('version')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

function matches(secret: Buffer, { user, signature }: StopLink, version: number): boolean {
  const given = Buffer.from(signature, 'base64url');
  const valid = mac(secret, user, version);
  return given.length === valid.length && timingSafeEqual(given, valid);
}

function mac(secret: Buffer, userId: string, version: number): Buffer {
  // Links in mails from before versions were introduced stay valid.
  const text = version === 0 ? `unsubscribe\n${userId}` : `unsubscribe\n${userId}\n${version}`;
  return createHmac('sha256', secret).update(text).digest();
}

const query = z.object({ user: z.uuid(), signature: z.string().max(100) });

/** The choices of a user without mail. */
const noMail = Object.fromEntries(reasons.map((reason) => [reason, 'inbox'])) as MailSettings['choices'];

/**
 * The page of `List-Unsubscribe`. GET asks and changes nothing, because mail programs and filters follow links. POST
 * stops all mail, also as the one-click request of RFC 8058.
 */
export function serveUnsubscribe(app: FastifyInstance, context: AppContext): void {
  void app.register(async (scope) => {
    // The body, the page's form or `List-Unsubscribe=One-Click`, is ignored: the address has all parameters.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: 4_096, parseAs: 'string' }, (_request, _body, done) =>
      done(null),
    );
    scope.get(unsubscribePath, async (request, reply) => answer(request, reply, context));
    scope.post(unsubscribePath, async (request, reply) => answer(request, reply, context));
  });
}

async function answer(request: FastifyRequest, reply: FastifyReply, context: AppContext): Promise<unknown> {
  const { data } = query.safeParse(request.query);
  const { title, invalid } = mailTexts.en.unsubscribe;
  if (!data || !matches(await context.files.secret(), data, await versionOf(context.db, data.user)))
    return send(reply.code(404), { language: 'en', title, body: `<p>${invalid}</p>` });
  const { isSaved: _, ...settings } = await readSettings(context.db, data.user, context.settings);
  const words = mailTexts[settings.language].unsubscribe;
  if (request.method === 'POST') {
    await context.write((tx) => saveSettings(tx, data.user, { ...settings, choices: noMail }));
    return send(reply, {
      language: settings.language,
      title: words.button,
      body: `<p role="status">${words.done}</p>`,
    });
  }
  const action = escapeHtml(request.url);
  return send(reply, {
    language: settings.language,
    title: words.title,
    body: `<p>${words.text}</p><form method="post" action="${action}"><button>${words.button}</button></form>`,
  });
}

function send(reply: FastifyReply, page: { language: string; title: string; body: string }): FastifyReply {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${page.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${page.title}</title></head><body><main><h1>${page.title}</h1>${page.body}</main></body></html>`,
    );
}
