import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { unique } from '#e2e/harness/person.ts';
import { alert, button, choose, field, goWithin, login, row, select } from '#e2e/harness/screen.ts';

const german = { locale: 'de-DE' };

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });

test.describe('In a German browser', () => {
  test('signing in and registering are in German, with validation and server messages', async ({
    open,
    ada,
  }) => {
    const page = await open('/login', german);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(heading(page, 'Anmelden')).toBeVisible();
    await button(page, 'Anmelden').click();
    await expect(field(page, 'E-Mail')).toHaveAccessibleDescription('E-Mail wird benötigt');
    await expect(page.getByText('Passwort wird benötigt')).toBeVisible();
    await field(page, 'E-Mail').fill(ada.email);
    await field(page, 'Passwort').fill('not the password');
    await button(page, 'Anmelden').click();
    await expect(alert(page, 'Ungültige Anmeldedaten')).toContainText('E-Mail oder Passwort ist falsch');

    await page.getByRole('main').getByRole('link', { name: 'Registrieren' }).click();
    await expect(heading(page, 'Registrieren')).toBeVisible();
    await field(page, 'Name').fill('Ada');
    await field(page, 'E-Mail').fill(ada.email);
    await field(page, 'Passwort').fill('short');
    await field(page, 'Passwort bestätigen').fill('long');
    await button(page, 'Registrieren').click();
    await expect(page.getByText('Die Passwörter stimmen nicht überein')).toBeVisible();
    await field(page, 'Passwort bestätigen').fill('short');
    await button(page, 'Registrieren').click();
    await expect(alert(page, 'Das Konto konnte nicht angelegt werden')).toContainText(
      'Passwort muss mindestens 8 Zeichen haben',
    );
    await field(page, 'Passwort').fill(ada.password);
    await field(page, 'Passwort bestätigen').fill(ada.password);
    await button(page, 'Registrieren').click();
    await expect(alert(page, 'Das Konto konnte nicht angelegt werden')).toContainText(
      'Mit dieser E-Mail-Adresse gibt es schon ein Konto',
    );
  });

  test('every screen for signed-in users is in German, with dates and refusals', async ({
    open,
    ada,
    bob,
  }) => {
    const bug = await ada.files({ status: 'in-progress', priority: 'high' });
    const page = await open('/', { ...german, as: ada });
    await expect(heading(page, `Willkommen, ${ada.name}!`)).toBeVisible();
    await goWithin(page, '/bugs');
    await expect(heading(page, 'Bugliste')).toBeVisible();
    await expect(row(page, bug.title).getByText('In Arbeit')).toBeVisible();
    await expect(row(page, bug.title).getByText('Hoch')).toBeVisible();
    const date = new Date(bug.createdAt).toLocaleDateString('de-DE', { timeZone: 'UTC' });
    await expect(row(page, bug.title).locator('time')).toHaveText(date);
    await row(page, bug.title).getByRole('link', { name: 'Ansehen' }).click();
    await expect(heading(page, bug.title)).toBeVisible();
    await expect(page.getByText('Zuletzt geändert')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Aktivität' })).toContainText('hat diesen Bug gemeldet');
    await goWithin(page, '/profile');
    await expect(page.getByText('Diese Sitzung')).toBeVisible();
    await expect(page.getByText('Zuletzt benutzt am')).toBeVisible();
    await goWithin(page, '/nowhere');
    await expect(heading(page, 'Seite nicht gefunden')).toBeVisible();
    await test.step('validation, and refusals of the server', async () => {
      await goWithin(page, '/bugs/create');
      await field(page, 'Beschreibung').fill('Es geht nicht.');
      await button(page, 'Bug melden').click();
      await expect(page.getByText('Titel wird benötigt')).toBeVisible();
      await field(page, 'Titel').fill('x'.repeat(201));
      await button(page, 'Bug melden').click();
      await expect(page.getByText('Titel darf höchstens 200 Zeichen haben')).toBeVisible();
      await goWithin(page, '/profile');
      await field(page, 'E-Mail').fill(bob.email);
      await button(page, 'Änderungen speichern').click();
      await expect(alert(page, 'Das Profil konnte nicht gespeichert werden')).toContainText(
        'Mit dieser E-Mail-Adresse gibt es schon ein Konto',
      );
    });
  });

  test('English can be chosen, persistently, and German again; a draft survives', async ({ open, ada }) => {
    const page = await open('/profile', { ...german, as: ada });
    await field(page, 'Name').fill(unique('Ada'));
    await choose(page, 'Sprache', 'English');
    await expect(heading(page, 'Profile Settings')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(button(page, 'Restore')).toBeVisible();
    await expect(select(page, 'Language')).toHaveText('English');
    await button(page, 'Logout').click();
    await expect(heading(page, 'Login')).toBeVisible();
    await page.reload();
    await expect(heading(page, 'Login')).toBeVisible();
    await login(page, ada);
    await expect(heading(page, `Welcome, ${ada.name}!`)).toBeVisible();
    await goWithin(page, '/profile');
    await choose(page, 'Language', 'Browser default');
    await expect(heading(page, 'Profil')).toBeVisible();
  });
});

test('an unsupported browser language falls back to the next one, or to English', async ({ open }) => {
  await expect(heading(await open('/login', { locale: 'fr-FR' }), 'Login')).toBeVisible();
});

test('the page works when the German messages cannot be fetched', async ({ open }) => {
  const page = await open('about:blank', german);
  await page.route('**/assets/messages*', (route) => route.abort('connectionfailed'));
  await page.goto('/login');
  await button(page, 'Anmelden').click();
  await expect(page.getByText('Email is required')).toBeVisible();
});
