import { expect, test } from 'vitest';
import { says, screen, within } from '../../test/render-page.tsx';
import { openAdminPages } from '../open-admin.ts';
import { treasury } from '../treasury-reads.ts';

const openAdmin = openAdminPages();
const open = (answers: object = {}) =>
	openAdmin('/admin/treasury', { adminGetTreasury: treasury, ...answers } as never);

test('what is owed is shown as one sum and its parts, and what is below zero apart', async () => {
	open();
	const owed = within(await screen.findByRole('region', { name: 'Owed now' }));
	expect(owed.getByText('1,550.00 R$')).toBeTruthy();
	for (const part of ['1,200.00 R$', '300.00 R$', '50.00 R$', '12.50 R$', '$6.98', '12.3']) {
		expect(owed.getByText(part), part).toBeTruthy();
	}
});

test('what is not known is said, and not shown as nothing', async () => {
	open({
		adminGetTreasury: {
			...treasury,
			cost_usd: null,
			days_of_cover: null,
			vendor: [{ ...treasury.vendor[0], balance_usd: null, stock: null }],
		},
	});
	await says('Set PAYOUT_USD_PER_THOUSAND');
	await says('BalanceNot known');
});

test('what a wall owes is what is still open, added up by its age', async () => {
	open();
	const ages = within(await screen.findByLabelText('Still open, by age'));
	expect(ages.getByText('Over 90 days').nextSibling?.textContent).toBe('$60.00');
	expect(ages.getByText('Not due').nextSibling?.textContent).toBe('$0.00');
});

test('a payment is entered once, however often the form is sent, with its reason', async () => {
	const { person, server } = open({ adminGetWallPayments: [], adminEnterWallPayment: { done: true } });
	await person.click(await screen.findByRole('button', { name: 'Enter' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Wall, 2026-01' }));
	await person.type(dialog.getByLabelText('Amount in $'), '60');
	await person.type(dialog.getByLabelText('Reason'), 'It came.');
	await person.click(dialog.getByRole('button', { name: 'Enter it' }));
	await says('It is entered.');
	const sent = server.asked.filter(({ name }) => name === 'adminEnterWallPayment');
	expect(sent).toMatchObject([
		{ payload: { wall_id: 'wall', month: '2026-01', kind: 'paid', usd: 60, reference: null, reason: 'It came.' } },
	]);
	expect(sent[0]?.payload).toHaveProperty('request_id', expect.stringMatching(/^[0-9a-f-]{36}$/));
});
