import { treasury } from '../../test/admin-answers.ts';
import type { Answers } from '../../test/fake-server.ts';
import { openAdminPages } from '../../test/open-admin.ts';
import { expectText, screen, within } from '../../test/render-page.tsx';

const openAdmin = openAdminPages();
const open = (answers: Answers = {}) => openAdmin('/admin/treasury', { adminGetTreasury: treasury, ...answers });

test('the treasury shows the amount owed in total and by part, and negative balances separately', async () => {
	open();
	const owed = within(await screen.findByRole('region', { name: 'Owed now' }));
	expect(owed.getByText('1,550.00 R$')).toBeTruthy();
	for (const part of ['1,200.00 R$', '300.00 R$', '50.00 R$', '12.50 R$', '$6.98', '12.3']) {
		expect(owed.getByText(part), part).toBeTruthy();
	}
});

test('unknown treasury figures are shown as unknown', async () => {
	open({ adminGetTreasury: { ...treasury, cost_usd: null, days_of_cover: null, vendor: [{ name: 'rbxcrate' }] } });
	await expectText('Set it in Settings.');
	await expectText('BalanceUnknown');
});

test('open receivables are summed by age', async () => {
	open();
	const ages = within(await screen.findByLabelText('Open amounts by age'));
	expect(ages.getByText('Over 90 days').nextSibling?.textContent).toBe('$60.00');
	expect(ages.getByText('Not due').nextSibling?.textContent).toBe('$0.00');
});
