import { account, limits } from '../test/fake-server.ts';
import { button, expectText, field, openPages, screen, waitFor, within } from '../test/render-page.tsx';

const renderPage = openPages();
const submitted = { id: '1', order_id: 'W-1', status: 'Pending', amount: 50 } as const;
const main = () => within(screen.getByRole('main'));

async function fillIn(amount: string, answers: NonNullable<Parameters<typeof renderPage>[1]>['answers'] = {}) {
	const page = renderPage('/withdraw', { answers });
	await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Game').disabled).toBe(false));
	if (amount) await page.person.type(field('Amount'), amount);
	return page;
}

test('a pause and its end reach the open page', async () => {
	const { server } = await fillIn('50');
	server.answers['/auth/account'] = { ...account, pausedReason: 'We check.', pausedWhy: { message: 'We check.' } };
	const latest = (kind: string) => ({ id: 1, created_at: 0, is_read: false, kind, data: { reason: 'We check.' } });
	server.push('notice', { unread: 1, latest: latest('paused') });
	await expectText('Withdrawals are paused for your account: We check.', screen.getByRole('main'));
	server.answers['/auth/account'] = account;
	server.push('notice', { unread: 1, latest: latest('resumed') });
	await waitFor(() => expect(screen.queryByLabelText('Amount')).not.toBeNull());
});

const order = { ...submitted, created_at: Date.now() };
const failed = { ...order, status: 'Failed', is_refunded: true, failed_because: 'regional-pricing' } as const;
const FAILED =
	'Your withdrawal failed. The full amount is back in your balance.Regional Pricing was on for the pass. Turn';

test('a failure replaces the success message with its reason and the next step', async () => {
	const { person, server } = await fillIn('50', { processWithdrawal: { ...submitted, price: 71 } });
	server.answers.getWithdrawHistory = { items: [order] };
	await person.click(main().getByRole('button', { name: 'Withdraw' }));
	await expectText('Withdrawal submitted successfully!');
	server.push('withdrawal', failed);
	await expectText(FAILED);
	expect(document.body.textContent).not.toContain('submitted successfully');
});

test.each([
	[3, true],
	[8, false],
])('a failure %i days ago is shown on a later visit: %s', async (days, isShown) => {
	const items = [{ ...failed, created_at: Date.now() - days * 86_400_000 }];
	await fillIn('', { getWithdrawHistory: { items } });
	if (isShown) await expectText(FAILED);
	else expect(document.body.textContent).not.toContain('Your withdrawal failed');
});

test('the wait for stock is announced before the withdrawal, also after a check of the pass', async () => {
	const stock = { direct: 20, network: 90_000 };
	const { person } = await fillIn('50', { getWithdrawLimits: { ...limits, stock }, checkPass: { price: 71 } });
	await expectText('Your withdrawal waits its turn');
	await person.click(button('Check my pass'));
	await expectText('Your pass is on sale for 71 R$');
	await expectText('Your withdrawal waits its turn');
});
