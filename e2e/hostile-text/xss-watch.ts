import { expect, type Page } from '@playwright/test';

/** All that the application itself is made of. An element or an attribute beyond these came from somewhere else. */
const ownElements =
  'a aside b bdi blockquote body button caption code dd del div dl dt em fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header ' +
  'hr input ins kbd label legend li main mark nav noscript ol option p pre progress s section span strong table tbody td textarea th thead time tr ul';

interface Watched {
  __xss: (what: string) => void;
  __strange: () => string[];
}

/**
 * From the next document on, notes every script that runs where none should (`alert` and its like, `window.__xss`),
 * every violation of the content policy, and every element that the application does not have, however short its stay. Returns what has run so far.
 */
export async function watchForXss(page: Page): Promise<string[]> {
  const ran: string[] = [];
  await page.exposeFunction('__xss', (what: string) => ran.push(what));
  page.on('dialog', async (dialog) => {
    ran.push(dialog.message());
    await dialog.dismiss();
  });
  await page.addInitScript((elements) => {
    const watched = window as unknown as Watched & Record<string, unknown>;
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'])
      watched[name] = (what: unknown) => watched.__xss(`${name}(${String(what)})`);
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      watched.__xss(`${effectiveDirective} violated by ${blockedURI}`),
    );

    const own = new Set(elements.split(' '));
    const found = new Set<string>();
    /** An icon, the chart of numbers in its figure, the mark of a chip, or the mark in the frame of the first paint. */
    const isOwnPicture = (svg: Element) =>
      svg.hasAttribute('data-icon') ||
      svg.closest('figure') !== null ||
      (svg.matches('span[data-color] > svg[viewBox="0 0 12 12"], .first-name > svg') &&
        [...svg.querySelectorAll('*')].every(({ localName }) => /^(path|mask|rect)$/.test(localName)));
    /** A link in a text leads to another site or writes a mail. */
    const isOwnLink = (element: Element, value: string) =>
      element.matches('a[rel="noopener noreferrer nofollow"]') && /^(https?:\/\/|mailto:)/i.test(value);
    /** An image that is a file of the application. */
    const isOwnImage = (element: Element) => element.matches('img[src^="/api/files/"]');
    const isOwn = (element: Element) => {
      if (isOwnImage(element)) return true;
      const picture = element.closest('svg');
      return picture ? isOwnPicture(picture) : own.has(element.localName);
    };
    const isStrange = (element: Element) =>
      !isOwn(element) ||
      [...element.attributes].some(
        ({ name, value }) =>
          name.startsWith('on') ||
          (/^(href|src|srcset|srcdoc|action|formaction|xlink:href|data)$/.test(name) &&
            !/^[/#](?!\/)/.test(value) &&
            !(name === 'href' && isOwnLink(element, value))),
      );
    const look = (root: Node) => {
      if (!(root instanceof Element)) return;
      for (const element of [root, ...root.querySelectorAll('*')])
        if (isStrange(element)) found.add(element.outerHTML.slice(0, 200));
    };
    new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records) {
        // The head holds the application's own scripts and styles, and no text but the title.
        if (!document.body?.contains(target)) continue;
        for (const node of type === 'attributes' ? [target] : addedNodes) look(node);
      }
    }).observe(document, { childList: true, subtree: true, attributes: true });
    watched.__strange = () => {
      if (document.body) look(document.body);
      return [...found];
    };
  }, ownElements);
  return ran;
}

/** Expects that no element was created from the texts. */
export async function expectOnlyOwnElements(page: Page): Promise<void> {
  expect(await page.evaluate(() => (window as unknown as Watched).__strange())).toEqual([]);
}
