import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Settings, defaultSettings } from '#server/settings.ts';
import { StartError } from '#server/start-error.ts';
import { pageHeaders } from '#server/http/protocol/security-headers.ts';

/** Written by the web's build: contains the origin of the API, if that is not the server that sends the pages. */
const buildFile = 'build.json';
const buildNotes = z.object({
  apiOrigin: z.string().refine((origin) => URL.parse(origin)?.origin === origin),
});
const aYear = 'public, max-age=31536000, immutable';

/**
 * Serves the built web application; returns the function that answers with its page.
 * @throws StartError when it has not been built
 */
export async function serveWeb(
  app: FastifyInstance,
  root: string,
  settings: Pick<Settings, 'name' | 'language'>,
): Promise<(reply: FastifyReply) => unknown> {
  const page = readPage(root);
  const headers = pageHeaders(page, readApiOrigin(root));
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    globIgnore: ['index.html', buildFile, '**/*.br', '**/*.gz', '.*'],
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const named = path.startsWith(join(root, 'assets') + sep);
      void reply.header('cache-control', named ? aYear : 'public, max-age=3600');
    },
  });
  return (reply) => reply.headers(headers).type('text/html; charset=utf-8').send(pageFor(page, settings));
}

/** The page with the name of the tracker and its default language, which scripts read from the root element. */
function pageFor(page: string, { name, language }: Pick<Settings, 'name' | 'language'>): string {
  if (name === defaultSettings.name && language === defaultSettings.language) return page;
  const text = name.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return page
    .replace('<html lang="en"', () => `<html lang="en" data-name="${text}" data-language="${language}"`)
    .replace('<title>Katydid<', () => `<title>${text}<`)
    .replace(/(<\/svg>\s*)Katydid/, (_, before: string) => `${before}${text}`);
}

function readPage(root: string): string {
  try {
    return readFileSync(join(root, 'index.html'), 'utf8');
  } catch (error) {
    throw new StartError(
      `The web application in ${root} is not built. Start with npm start, which builds it.`,
      {
        cause: error,
      },
    );
  }
}

function readApiOrigin(root: string): string | undefined {
  const path = join(root, buildFile);
  if (!existsSync(path)) return undefined;
  return buildNotes.parse(JSON.parse(readFileSync(path, 'utf8'))).apiOrigin;
}
