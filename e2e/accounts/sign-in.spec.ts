import { readyToWithdraw, signUp } from '../support/earner.ts';
import { expect, test } from '../support/journey.ts';
import { sendSignIn } from '../walks/walk-sign-in.ts';

test('an e-mail address and its password lead to the withdraw page, and not back', async ({ page, product }) => {
	const { earner } = await readyToWithdraw(product);
	await page.goto('/');
	await page.goto('/login');
	await sendSignIn(page, ` ${earner.email.toUpperCase()} `);
	await expect(page.getByRole('heading', { name: 'Withdraw Robux' })).toBeVisible();
	await expect(page.getByRole('banner').getByRole('status')).toContainText('120.00 R$');
	await page.goBack();
	expect(page.url()).toBe(`${product.url}/`);
});

test('a fresh sign-in may be asked of somebody who is signed in, and may be another person', async ({
	page,
	product,
	enter,
	trouble,
}) => {
	trouble.expect('401 POST /auth/sign-in/email');
	const [{ earner, account }, other] = await Promise.all([readyToWithdraw(product), signUp(product)]);
	await other.earn('7.00');
	await enter(earner);
	await page.goto('/login?next=/offer-history&again=1');
	await expect(page.getByRole('main').getByText(`@${account.name}`)).toBeVisible();
	await expect(page.getByLabel('E-mail address')).toHaveValue(earner.email);
	await sendSignIn(page, earner.email, 'not the password');
	await expect(page.getByRole('alert')).toBeVisible();
	await expect(page.getByRole('main').getByText(`@${account.name}`)).toBeVisible();
	await sendSignIn(page, other.email);
	await expect(page).toHaveURL(`${product.url}/offer-history`);
	await expect(page.getByRole('banner').getByRole('status')).toContainText('7.00 R$');
	await expect(page.getByRole('row').filter({ hasText: '7.00 R$' })).toBeVisible();
});

test('signing in in one tab is seen in the other', async ({ page, context, product }) => {
	const { earner } = await readyToWithdraw(product);
	await page.goto('/login');
	const other = await context.newPage();
	await other.goto('/');
	await sendSignIn(page, earner.email);
	await expect(page.getByRole('heading', { name: 'Withdraw Robux' })).toBeVisible();
	await expect(other.getByRole('banner').getByRole('status')).toContainText('120.00 R$');
});

for (const width of [390, 1280]) {
	test(`nothing moves while the pages around signing in arrive at ${width} px`, async ({ page }) => {
		await page.setViewportSize({ width, height: 800 });
		for (const path of ['/login', '/sign-up', '/reset-password', '/verify-email']) {
			await page.goto(path, { waitUntil: 'networkidle' });
			await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
			const shift = await page.evaluate(
				() =>
					new Promise<number>((resolve) => {
						let sum = 0;
						const observer = new PerformanceObserver((list) => {
							for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
						});
						observer.observe({ type: 'layout-shift', buffered: true });
						setTimeout(() => resolve(sum), 200);
					}),
			);
			expect(shift, path).toBeLessThan(0.005);
		}
	});
}
