import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '#server/http/request-context.ts';
import { escapeHtml } from '#server/mail/render.ts';
import { noMail, readSettings, saveSettings } from './settings.ts';
import { mailTexts } from './texts.ts';
import { isSignedFor, unsubscribePath } from './unsubscribe-links.ts';

const query = z.object({ user: z.uuid(), signature: z.string().max(100) });

/**
 * The page of `List-Unsubscribe`: GET asks, and changes nothing, as mail programs and filters follow links; POST stops all
 * mail, also as the one click of RFC 8058.
 */
export function serveUnsubscribe(app: FastifyInstance, context: AppContext): void {
  void app.register(async (scope) => {
    // A form of the page, or `List-Unsubscribe=One-Click`: the address has all parameters.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: 4_096, parseAs: 'string' }, (_request, _body, done) =>
      done(null),
    );
    scope.get(unsubscribePath, async (request, reply) => answer(request, reply, context));
    scope.post(unsubscribePath, async (request, reply) => answer(request, reply, context));
  });
}

async function answer(request: FastifyRequest, reply: FastifyReply, context: AppContext): Promise<unknown> {
  const { success, data } = query.safeParse(request.query);
  const { title, invalid } = mailTexts.en.unsubscribe;
  if (!success || !(await isSignedFor(context, data)))
    return send(reply.code(404), { language: 'en', title, body: `<p>${invalid}</p>` });
  const { isSaved: _, ...settings } = await readSettings(context.db, data.user);
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
