import { refusal } from '../../test/fake-server.ts';
import { button, expectText, field, held, openPages, screen } from '../../test/render-page.tsx';

const renderPage = openPages();
const used = "You've already used this promo code.";

async function typeCode(page: ReturnType<typeof renderPage>, code: string): Promise<void> {
	const input = await screen.findByLabelText('Promo code');
	await page.person.clear(input);
	if (code) await page.person.type(input, code);
	await page.person.click(button('Redeem'));
}
const calls = ({ server }: ReturnType<typeof renderPage>) =>
	server.requests.filter(({ name }) => name === 'redeemPromoCode').map(({ payload }) => payload);

test('a promo code is redeemed once despite repeated clicks, and the page shows the amount', async () => {
	const answer = held<{ amount: number; robux: number }>();
	const page = renderPage('/earn', { answers: { redeemPromoCode: () => answer.promise } });
	await typeCode(page, 'HARBOR');
	await page.person.click(button(/^One moment/));
	answer.release({ amount: 1250, robux: 1250 });
	await expectText('1,250.00 R$ was added to your balance.');
	expect(calls(page)).toEqual([{ code: 'HARBOR' }]);
	expect(field('Promo code').value).toBe('');
});

test('a refused promo code stays in the field, with the reason and a help link', async () => {
	const page = renderPage('/earn', { answers: { redeemPromoCode: refusal('failed-precondition', used) } });
	await typeCode(page, ' ');
	await expectText('Enter a code.');
	expect(calls(page)).toEqual([]);
	await typeCode(page, 'HARBOR');
	await expectText(used);
	expect(field('Promo code').value).toBe('HARBOR');
	expect(screen.getByRole('link', { name: 'How to fix this' }).getAttribute('href')).toMatch(/^\/help#/);
});
