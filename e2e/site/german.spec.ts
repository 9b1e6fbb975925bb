import { expect, test } from '../support/journey.ts';
import { expectToFit } from '../support/look.ts';
import { readyToWithdraw } from '../support/test-user.ts';

test.use({ locale: 'de-DE' });

const publicPages = {
	'/': 'Verdiene Robux mit Angeboten. Auszahlung über deinen eigenen Game-Pass.',
	'/login': 'Melde dich über die App an',
	'/sign-up': 'Erstelle dein Konto',
	'/proof': 'Was wir schulden',
	'/status': 'Status',
	'/earnings': 'Was man hier verdient',
	'/privacy-policy': 'Datenschutzerklärung',
	'/terms-of-service': 'Nutzungsbedingungen',
};

test('a German browser gets German pages and errors, and can switch to English', async ({
	page,
	product,
	context,
	trouble,
}) => {
	test.slow();
	trouble.expect('400 POST /api/processWithdrawal');
	for (const [path, heading] of Object.entries(publicPages)) {
		await page.goto(path);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
		await expect(page.getByRole('main')).not.toContainText(/\b(the|and|your|you|with)\b/);
		await expectToFit(page);
	}

	const { user } = await readyToWithdraw(product);
	await page.goto(await user.handOffAddress());
	await expect(page.getByRole('heading', { name: 'Robux abheben' })).toBeVisible();
	await expect(page.locator('html')).toHaveAttribute('lang', 'de');
	const amount = page.getByLabel('Betrag', { exact: true });
	const submit = page.getByRole('button', { name: 'Abheben' });
	await amount.fill('4,5');
	await amount.blur();
	await expect(page.getByText('Erforderlicher Pass-Preis: 7 R$')).toBeVisible();
	await expect(page.getByLabel('Spiel')).toBeEnabled();
	await amount.fill('500');
	await submit.click();
	await expect(page.getByRole('main').getByRole('alert')).toContainText('Du hast nur 120,00 R$.');
	await amount.fill('50');
	await submit.click();
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
	await expect(other.getByRole('heading', { level: 1 })).toHaveText(/^You're signed in as @/);
});
