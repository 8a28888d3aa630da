import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import type { Person } from '#e2e/harness/person.ts';
import type { TestServer } from '#e2e/harness/test-server.ts';
import type { PlantedBug } from './xss-planting.ts';

/** What steps work with: the page of an admin, on a server of its own. */
interface Scene {
  readonly page: Page;
  readonly server: TestServer;
  readonly admin: Person;
}

/** A scene with users named by payloads, who filed bugs. */
interface SceneWithNames extends Scene {
  readonly ada: Person;
  readonly people: readonly Person[];
  readonly bugs: readonly PlantedBug[];
}

interface Step<S> {
  readonly title: string;
  readonly run: (scene: S) => Promise<void>;
}

/** The steps of a feature about bugs and the names of users. */
export type WithNames = readonly Step<SceneWithNames>[];
/** Its steps about its own texts. */
export type WithTexts = readonly Step<Scene>[];

const folder = join(import.meta.dirname, 'steps');
const files = await Promise.all(
  readdirSync(folder)
    .toSorted()
    .map(
      async (file) => (await import(join(folder, file))) as { withNames?: WithNames; withTexts?: WithTexts },
    ),
);

/** Runs every feature's steps about bugs and names. */
export const runWithNames = (scene: SceneWithNames) =>
  run(
    files.flatMap((file) => file.withNames ?? []),
    scene,
  );

/** Runs every feature's steps about its texts. */
export const runWithTexts = (scene: Scene) =>
  run(
    files.flatMap((file) => file.withTexts ?? []),
    scene,
  );

async function run<S>(steps: readonly Step<S>[], scene: S): Promise<void> {
  expect(steps.length).toBeGreaterThan(5);
  for (const step of steps) await test.step(step.title, () => step.run(scene));
}
