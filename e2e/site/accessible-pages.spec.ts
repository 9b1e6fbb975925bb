import { LONG_STORY_MS } from '../support/admin.ts';
import { expect, test } from '../support/journey.ts';
import { expectSound } from '../support/look.ts';
import { walkAccount } from '../walks/walk-account.ts';
import { walkSignIn } from '../walks/walk-sign-in.ts';
import { walkStates } from '../walks/walk-states.ts';

/** Whoever looks at every page and state, at both widths and in both looks: nothing keeps anybody out. */
const look = async (_step: string, page: Parameters<typeof expectSound>[0]) => {
	// The sandbox's pages are not ours.
	if (page.url().startsWith(process.env.E2E_PRODUCT_URL ?? '')) await expectSound(page);
};

test('everybody can use every page that is public', async ({ page, trouble }) => {
	test.setTimeout(LONG_STORY_MS);
	trouble.expect('404 GET /no-such-page');
	for (const path of ['/', '/login', '/admin/login', '/privacy-policy', '/terms-of-service', '/no-such-page']) {
		await page.goto(path);
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		await expectSound(page);
	}
});

test('everybody can use the pages around signing in, in each of their states', async ({
	context,
	product,
	trouble,
}) => {
	test.setTimeout(LONG_STORY_MS);
	trouble.expect(
		'400 POST /auth/sign-up/email',
		'400 POST /auth/verify-email',
		'401 POST /auth/sign-in/email',
		'400 POST /auth/reset-password',
		'403 ',
	);
	await walkSignIn({ context, product, look });
});

test('everybody can use the account page and the states around it', async ({ context, product, database, trouble }) => {
	test.setTimeout(LONG_STORY_MS);
	trouble.expect('403 ');
	await walkAccount({ context, product, database, look });
});

test('everybody can use pages on bad days: nothing there yet, in debt, slow, broken, away', async ({
	context,
	product,
	trouble,
}) => {
	test.setTimeout(LONG_STORY_MS);
	// A browser that has lost its cookies asks once who is there.
	trouble.expect('404 POST /api/processWithdrawal', '503 POST /api/getOfferHistory', 'net::ERR_CONNECTION_REFUSED');
	trouble.expect('401 GET /auth/token');
	await walkStates({ context, product, look });
});

test('the pages of a person begin with their heading, before any script has run', async ({ page, enterReady }) => {
	await enterReady();
	for (const path of ['/withdraw', '/earn', '/offer-history', '/withdraw-history', '/account', '/delete-account']) {
		const sent = await (await page.request.get(path)).text();
		await page.goto(path);
		const heading = page.locator('main[id] h1');
		await expect(heading).toBeVisible();
		expect(sent).toContain(`>${await heading.textContent()}</h1>`);
		expect(sent).toContain(`>${await heading.locator('+ p').textContent()}</p>`);
		expect(sent).toContain('<link rel="modulepreload" fetchpriority="low" href="/assets/clients-');
	}
});
