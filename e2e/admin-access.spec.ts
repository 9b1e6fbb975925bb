import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adminAddresses, enterAsAdmin, LONG_STORY_MS } from './admin.ts';
import { ban, endAllSessions } from './database.ts';
import { signUp } from './earner.ts';
import { expect, test } from './journey.ts';

test('every page of the admin area is among its addresses', async () => {
	const table = await readFile(join(import.meta.dirname, '../web/admin/admin-pages.route.tsx'), 'utf8');
	const patterns = [...table.matchAll(/pattern: '([^']+)'/g)].map(([, pattern = '']) => pattern);
	expect(patterns).toContain('/admin/users/:uid');
	for (const pattern of patterns) {
		const asAddress = new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`);
		expect(
			adminAddresses.filter((address) => asAddress.test(address)),
			pattern,
		).toHaveLength(1);
	}
});

const refused = {
	'somebody who is no admin': { end: '/login', heading: 'Sign in via the mobile app' },
	'a banned admin': { end: '/admin/login', heading: 'Admin Login' },
	'an admin whose session has ended': { end: '/admin/login', heading: 'Admin Login' },
};

for (const [who, { end, heading }] of Object.entries(refused)) {
	test(`${who} sees nothing at any address of the admin area`, async ({ page, product, database, enter, trouble }) => {
		test.setTimeout(LONG_STORY_MS);
		if (who === 'somebody who is no admin') {
			await enter(await signUp(product));
		} else {
			trouble.expect('401 GET /auth/token');
			const { uid } = await enterAsAdmin(page, product, database);
			await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
			// Nothing is open that hears of it: they come back later.
			await page.goto('about:blank');
			await (who === 'a banned admin' ? ban(database, uid, 'Shared the password.') : endAllSessions(database, uid));
		}
		for (const address of adminAddresses) {
			await page.goto(address);
			await expect(page, address).toHaveURL(product.url + end);
			await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(heading);
			await expect(page.getByRole('navigation', { name: 'Admin area' })).toHaveCount(0);
		}
	});
}
