import { readyToWithdraw } from '../support/earner.ts';
import { expect, test } from '../support/journey.ts';
import { expectToFit } from '../support/look.ts';

test.use({ locale: 'de-DE' });

test('somebody who reads German withdraws in German, and may choose English', async ({ page, product, context }) => {
	const { earner } = await readyToWithdraw(product);
	await page.goto(await earner.handOffAddress());
	await expect(page.getByRole('heading', { name: 'Robux auszahlen' })).toBeVisible();
	await expect(page.locator('html')).toHaveAttribute('lang', 'de');
	await page.getByLabel('Betrag').fill('4,5');
	await page.getByLabel('Betrag').blur();
	await expect(page.getByText('Nötiger Preis des Passes: 7 R$')).toBeVisible();
	await page.getByLabel('Betrag').fill('50');
	await expect(page.getByLabel('Spiel')).toBeEnabled();
	await page.getByRole('button', { name: 'Auszahlen' }).click();
	await expect(page.getByText('Auszahlung erfolgreich beantragt!')).toBeVisible();

	await page.getByRole('link', { name: 'Auszahlungsverlauf' }).last().click();
	await expect(page.getByRole('row').last()).toContainText('50,00 R$');
	await expect(page.getByRole('row').last()).toContainText('vor 1 Minute');
	await expectToFit(page);

	await page.getByRole('button', { name: 'English' }).click();
	await expect(page.getByRole('heading', { name: 'Withdraw History' })).toBeVisible();
	await expect(page.getByRole('row').last()).toContainText('1 minute ago');
	const other = await context.newPage();
	await other.goto('/login');
	await expect(other.getByRole('heading', { level: 1 })).toHaveText('Sign in via the mobile app');
});

test('what the server refuses is told in German', async ({ page, product, trouble }) => {
	trouble.expect('400 POST /api/processWithdrawal');
	const { earner } = await readyToWithdraw(product, { games: [{ passPrice: 714 }] });
	await page.goto(await earner.handOffAddress());
	await expect(page.getByLabel('Spiel')).toBeEnabled();
	await page.getByLabel('Betrag').fill('500');
	await page.getByRole('button', { name: 'Auszahlen' }).click();
	await expect(page.getByRole('main').getByRole('alert')).toContainText(
		'Dein Guthaben beträgt 120,00 R$, das ist weniger als dieser Betrag',
	);
});

test('the pages that everybody reads are German all through', async ({ page }) => {
	for (const [path, heading] of [
		['/', 'Verdiene Robux mit Angeboten. Auszahlung über deinen eigenen Game-Pass.'],
		['/login', 'Melde dich über die App an'],
		['/sign-up', 'Lege dein Konto an'],
		['/privacy-policy', 'Datenschutzerklärung'],
		['/terms-of-service', 'Nutzungsbedingungen'],
	] as const) {
		await page.goto(path);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
		await expect(page.getByRole('main')).not.toContainText(/\b(the|and|your|you|with)\b/);
		await expectToFit(page);
	}
});
