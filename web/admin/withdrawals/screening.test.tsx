import { screeningRules } from '../../test/admin-answers.ts';
import { type Answers, refusal } from '../../test/fake-server.ts';
import { fillDialog, openAdminPages, payloadsOf } from '../../test/open-admin.ts';
import { expectText, screen, waitFor, within } from '../../test/render-page.tsx';

const openAdmin = openAdminPages();
const row = (id: string, screening: object) => ({ id, order_id: id, state: 'screening' as const, screening });
const items = [
	row('W-1', { rules: ['score', 'amount'], needs_person: true }),
	row('W-2', { rules: ['amount'], needs_person: false }),
];

const openHeld = (answers: Answers = {}, view = 'screening') =>
	openAdmin(`/admin/withdrawals?show=${view}`, { adminGetWithdrawals: { items }, ...answers });

test('a held withdrawal shows the matched rules and the next step, and is decided with one key and a reason', async () => {
	const decided = { order_id: 'W-1', state: 'requested' as const };
	const { person, server } = openHeld({ adminDecideScreening: decided });
	await expectText('High fraud score, Large amount');
	await expectText('Needs review');
	await expectText('Releases automatically:');
	screen.getByRole('region', { name: 'Withdrawals on hold' }).focus();
	await person.keyboard('p');
	const reason = 'Known for years.';
	await fillDialog(person, { name: 'Release', fields: { Reason: reason }, confirm: 'Release' });
	await expectText('Withdrawal status: Requested.');
	expect(payloadsOf(server, 'adminDecideScreening')[0]).toEqual({ order_id: 'W-1', decision: 'pay', reason });
});

test('a shortcut works only while the list has the focus, and applies to the focused row', async () => {
	const { person } = openHeld();
	await expectText('Needs review');
	(document.activeElement as HTMLElement).blur();
	await person.keyboard('r');
	expect(screen.queryByRole('dialog')).toBeNull();
	const second = screen.getAllByRole('row').find(({ textContent }) => textContent.includes('W-2')) as HTMLElement;
	within(second).getByRole('link', { name: 'W-2' }).focus();
	await person.keyboard('r');
	await screen.findByRole('dialog', { name: 'Refund' });
});

test('changed screening rules can be saved only after a preview of their effect', async () => {
	const { person, server } = openHeld({ adminSetScreeningRules: screeningRules }, 'hold-rules');
	const limit = await screen.findByRole('spinbutton', { name: 'Amount in 24 hours above (R$)' });
	expect(screen.queryByRole('button', { name: 'Save rules' })).toBeNull();
	await person.clear(limit);
	await person.type(limit, '200');
	expect(screen.queryByRole('button', { name: 'Save rules' })).toBeNull();
	await person.click(screen.getByRole('button', { name: 'Preview' }));
	await waitFor(() =>
		expect(payloadsOf(server, 'adminGetScreeningRules').at(-1)).toMatchObject({
			rules: [{ rule: 'amount', is_on: true, threshold: 200 }, { rule: 'first-payout' }],
		}),
	);
	await person.click(await screen.findByRole('button', { name: 'Save rules' }));
	await expectText(
		'In the last 90 days these rules would have held 4 of 0 withdrawals (5,000.00 R$), 0 of them for manual review.',
	);
	await fillDialog(person, { fields: { Reason: 'Many large ones.' }, confirm: 'Save rules' });
	await expectText('Rules saved.');
	expect(payloadsOf(server, 'adminSetScreeningRules')).toMatchObject([{ reason: 'Many large ones.' }]);
});

test('selected rows are decided one call at a time, with a result for each', async () => {
	const rows = [...items, row('W-3', { rules: ['amount'] })];
	const { person, server } = openHeld({ adminGetWithdrawals: { items: rows }, adminDecideScreening: {} });
	server.answers.adminDecideScreening = ({ order_id }: { order_id: string }) =>
		order_id === 'W-2' ? refusal('failed-precondition', 'It was decided meanwhile.') : { state: 'requested' };
	await expectText('Needs review');
	await screen.findByText(/^Select withdrawals to act on them together/);
	screen.getAllByRole('row')[1]?.focus();
	await person.keyboard('x{Shift>}{ArrowDown}{ArrowDown}{ArrowUp}{/Shift}');
	await expectText('2 withdrawals selected');
	await person.keyboard('{Escape}');
	await screen.findByText(/^Select withdrawals to act on them together/);
	await person.click(screen.getByLabelText('Select W-1'));
	await person.keyboard('{Shift>}');
	await person.click(screen.getByLabelText('Select W-3'));
	await person.keyboard('{/Shift}');
	await expectText('3 withdrawals selected');
	const bar = within(screen.getByRole('group', { name: 'Actions for selected withdrawals' }));
	await person.click(bar.getByRole('button', { name: 'Refund' }));
	const name = 'Refund: 3 withdrawals selected';
	await fillDialog(person, { name, fields: { Reason: 'One person.' }, confirm: 'Refund' });
	await expectText('2 done.');
	await expectText('W-2: It was decided meanwhile.');
	expect(payloadsOf(server, 'adminDecideScreening')).toEqual(
		['W-1', 'W-2', 'W-3'].map((order_id) => ({ order_id, decision: 'refund', reason: 'One person.' })),
	);
});
