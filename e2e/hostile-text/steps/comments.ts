import { expect } from '#e2e/harness/fixtures.ts';
import { button } from '#e2e/harness/screen.ts';
import { everyPayload, inMarkdown, payloads } from '#e2e/hostile-text/xss-planting.ts';
import type { WithTexts } from '#e2e/hostile-text/xss-sweep.ts';
import { expectOnlyOwnElements } from '#e2e/hostile-text/xss-watch.ts';

export const withTexts: WithTexts = [
  {
    title: 'Comments: as plain lines and as Markdown',
    async run({ page, admin }) {
      const bug = await admin.files();
      for (const texts of [everyPayload, inMarkdown.slice(0, 300)]) {
        const body = texts.join('\n').slice(0, 20_000);
        await admin.call('POST', `/api/bugs/${bug._id}/comments`, { body });
      }
      await page.goto(`/bugs/${bug._id}`);
      await expect(page.getByRole('listitem', { name: 'Comment by' }).first()).toContainText(payloads[0]!);
      await expectOnlyOwnElements(page);
    },
  },
  {
    title: 'Comments: the whole text of a message',
    async run({ page, admin, server }) {
      const bug = await admin.files();
      const path = `/api/bugs/${bug._id}/comments`;
      const { body } = await admin.call('POST', path, { body: 'A reply by e-mail' });
      const text = payloads.join('\n');
      const row = { comment_id: (body as { _id: string })._id, text, is_trimmed: 1 as const };
      await server.write((tx) => tx.insertInto('mailed_texts').values(row).execute());
      await page.goto(`/bugs/${bug._id}`);
      await button(page, 'Show trimmed').click();
      await expect(page.getByText(payloads[0]!).filter({ visible: true })).not.toHaveCount(0);
      await expectOnlyOwnElements(page);
    },
  },
];
