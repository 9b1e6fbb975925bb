import { enterAsAdmin } from '../support/admin.ts';
import { ban, endAllSessions } from '../support/database.ts';
import { expect, test } from '../support/journey.ts';

const refused = ['a banned admin', 'an admin whose session has ended'] as const;

for (const who of refused) {
	test(`${who} sees nothing of the admin area`, async ({ page, product, database, trouble }) => {
		trouble.expect('401 GET /auth/token');
		const { uid } = await enterAsAdmin(page, product, database);
		await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
		// Nothing is open that hears of it: they come back later.
		await page.goto('about:blank');
		await (who === 'a banned admin' ? ban(database, uid, 'Shared the password.') : endAllSessions(database, uid));
		for (const address of ['/admin', '/admin/users', '/admin/no-such-page']) {
			await page.goto(address);
			await expect(page, address).toHaveURL(`${product.url}/admin/login`);
			await expect(page.getByRole('heading', { level: 1 }), address).toHaveText('Admin Login');
			await expect(page.getByRole('navigation', { name: 'Admin area' })).toHaveCount(0);
		}
	});
}
