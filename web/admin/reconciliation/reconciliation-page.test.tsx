import { reconciliation } from '../../test/admin-answers.ts';
import type { Answers } from '../../test/fake-server.ts';
import { fillDialog, openAdminPages, payloadsOf } from '../../test/open-admin.ts';
import { expectText, screen } from '../../test/render-page.tsx';

const openAdmin = openAdminPages();
const [item] = reconciliation.items;
const open = (changed: object = {}, answers: Answers = {}) =>
	openAdmin('/admin/reconciliation?from=2026-01-01&to=2026-01-31', {
		adminGetReconciliation: { ...reconciliation, ...changed },
		...answers,
	});

test('a differing day shows which side reports more, earlier reports, and a link to its postbacks', async () => {
	const told = [11, 12.5].map((usd, at) => ({ at, usd }));
	open({ items: [{ ...item, moved: '2026-01-05', told }] });
	await expectText('$2.50Partner reports more');
	await expectText('2026-01-05 differs by the same amount in the other direction.');
	await expectText('Reported earlier: $11.00 on');
	await expectText('Postbacks that day: 4 booked');
	const link = screen.getByRole('link', { name: 'Postbacks that day' });
	expect(link.getAttribute('href')).toBe('/admin/logs?show=callbacks&wall=wall&since=1&until=2');
});

test('the booked sum links to the rows of the reported days', async () => {
	open();
	const booked = await screen.findAllByRole('link', { name: /^\$/ });
	expect(booked.map((link) => link.getAttribute('href'))).toContain(
		'/admin/books?account=partner:wall&since=1&until=2',
	);
});

test('resolved differences are shown on request', async () => {
	const { person } = open({ items: [{ ...item, state: 'settled' }] });
	await expectText('No open differences. All reported days match or are resolved.');
	await person.selectOptions(screen.getByLabelText('Show'), 'All');
	await expectText('Resolved');
	expect(screen.queryByRole('button', { name: 'Resolve' })).toBeNull();
});

test("shows why a partner's report could not be imported", async () => {
	open({ walls: [{ ...reconciliation.walls[0], problem: 'HTTP status 401' }] });
	await expectText('HTTP status 401');
});

test('an uploaded report is sent with its columns and days, and the result is shown', async () => {
	const { person, server } = open({}, { adminUploadReport: { rows: 3, days: 31, usd: 32.5, changed: 31, open: 1 } });
	await person.click(await screen.findByRole('button', { name: 'Upload report' }));
	const name = 'Upload a report for Wall';
	await person.upload(await screen.findByLabelText('CSV file'), new File(['Day,Sum\n2026-01-04,12.5'], 'report.csv'));
	const columns = { 'Date column': 'Day', 'Amount column': 'Sum' };
	const fields = { 'Last day covered': '2026-01-31', ...columns, Reason: 'January.' };
	await fillDialog(person, { name, fields, confirm: 'Upload report' });
	await expectText('3 rows for 31 days, $32.50 in total. 1 day differs.');
	expect(payloadsOf(server, 'adminUploadReport')[0]).toEqual({
		...{ wall_id: 'wall', from: '2026-01-01', to: '2026-01-31', csv: 'Day,Sum\n2026-01-04,12.5' },
		...{ columns: { date: 'Day', usd: 'Sum' }, date_form: 'YYYY-MM-DD', decimal: '.', reason: 'January.' },
	});
});
