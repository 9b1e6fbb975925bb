import { send } from '../../test/sites/json-client.ts';
import { expect, expectBalance, test } from '../support/journey.ts';
import { settleOrder } from '../support/user.ts';

const NO_PASS =
	'No pass was found in the selected game at the set price. Check that the universe has a pass and that the amount matches.';
const REFUSED = ' POST /api/processWithdrawal';

// spec: 8.no-pass
test('a wrong price lists the found passes, a corrected pass is accepted, and a failed payout is refunded', async ({
	page,
	product,
	trouble,
	enterReady,
}) => {
	trouble.expect(`404${REFUSED}`);
	const { account } = await enterReady({ games: [{ passPrice: 70 }] });
	await expect(page.getByLabel('Game')).toBeEnabled();
	await page.getByLabel('Amount').fill('50');
	await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click();
	const alert = page.getByRole('alert');
	await expect(alert).toContainText(NO_PASS);
	await expect(alert.getByRole('listitem')).toHaveText([
		/^Supporter pass 70\s*70 R\$\s*Withdraw 49 R\$ with this pass$/,
	]);
	await expect(page.getByLabel('Amount')).toHaveValue('50');
	await expectBalance(page, '120.00 R$');

	const pass = `${product.sandboxUrl}/control/platform/passes/${account.games[0]?.passId}`;
	await send('PATCH', pass, { price: 71 });
	await alert.getByRole('button', { name: 'Check again' }).click();
	await expect(page.getByText('Withdrawal submitted successfully!')).toBeVisible();
	await expectBalance(page, '70.00 R$');
	await page.getByRole('main').getByRole('link', { name: 'withdrawal history' }).click();
	const row = page.getByRole('row').filter({ hasText: '50.00 R$' });
	await expect(row).toContainText(/Pending|Processing/);
	await settleOrder(product, account.name, 'gamepass_not_found');
	await expect(row).toContainText('Failed');
	await expect(row.getByRole('cell', { name: 'Yes', exact: true })).toBeVisible();
	await expect(row).toContainText('Put it on sale at exactly the price in the form');
	await expect(page.getByRole('banner').getByRole('status')).toContainText('120.00 R$');
});
