import { expect, test } from 'vitest';
import { reconciliation } from '../../test/admin-answers.ts';
import type { Answers } from '../../test/fake-server.ts';
import { openAdminPages } from '../../test/open-admin.ts';
import { says, screen, within } from '../../test/render-page.tsx';

const openAdmin = openAdminPages();
const [item] = reconciliation.items;
const open = (answers: Answers = {}, address = '/admin/reconciliation?from=2026-01-01&to=2026-01-31') =>
	openAdmin(address, { adminGetReconciliation: reconciliation, ...answers });

test('a day that differs stands beside its postbacks, with who says more and what was said before', async () => {
	open({
		adminGetReconciliation: {
			...reconciliation,
			items: [
				{
					...item,
					moved: '2026-01-05',
					told: [
						{ at: 1, usd: 11 },
						{ at: 2, usd: 12.5 },
					],
				},
			],
		},
	});
	await says('$2.50They say more');
	await says('2026-01-05 differs by as much the other way: something stands on another day there.');
	await says('Said before: $11.00 on');
	await says('Postbacks of that day: 4 booked');
	const link = screen.getByRole('link', { name: 'Postbacks of that day' });
	expect(link.getAttribute('href')).toBe('/admin/logs?show=callbacks&wall=wall&since=1&until=2');
});

test('what was booked leads to the rows of the days that were told of', async () => {
	open();
	const booked = await screen.findAllByRole('link', { name: /^\$/ });
	expect(booked.map((link) => link.getAttribute('href'))).toContain(
		'/admin/books?account=partner:wall&since=1&until=2',
	);
});

test('what agrees by now or was looked into is shown when it is asked for', async () => {
	const { person } = open({
		adminGetReconciliation: { ...reconciliation, items: [{ ...item, state: 'settled' }] },
	});
	await says('Every day that was reported agrees with the books, or was looked into.');
	await person.selectOptions(screen.getByLabelText('Show'), 'All');
	await says('Looked into');
	expect(screen.queryByRole('button', { name: 'End it' })).toBeNull();
});

test('a report that could not be used says why', async () => {
	open({
		adminGetReconciliation: { ...reconciliation, walls: [{ ...reconciliation.walls[0], problem: 'answered 401' }] },
	});
	await says('answered 401');
});

test('a file is sent with its columns and days, and what came of it is told', async () => {
	const { person, server } = open({ adminUploadReport: { rows: 3, days: 31, usd: 32.5, changed: 31, open: 1 } });
	await person.click(await screen.findByRole('button', { name: 'Bring a file' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Report of Wall' }));
	await person.upload(dialog.getByLabelText('CSV file'), new File(['Day,Sum\n2026-01-04,12.5'], 'report.csv'));
	await person.type(dialog.getByLabelText('Last day'), '2026-01-31');
	await person.clear(dialog.getByLabelText('Column of the date'));
	await person.type(dialog.getByLabelText('Column of the date'), 'Day');
	await person.clear(dialog.getByLabelText('Column of the $'));
	await person.type(dialog.getByLabelText('Column of the $'), 'Sum');
	await person.type(dialog.getByLabelText('Reason'), 'January.');
	await person.click(dialog.getByRole('button', { name: 'Bring a file' }));
	await says('3 rows of 31 days, $32.50 in all. 1 day differs.');
	expect(server.asked.find(({ name }) => name === 'adminUploadReport')?.payload).toEqual({
		...{ wall_id: 'wall', from: '2026-01-01', to: '2026-01-31', csv: 'Day,Sum\n2026-01-04,12.5' },
		...{ columns: { date: 'Day', usd: 'Sum' }, date_form: 'YYYY-MM-DD', decimal: '.', reason: 'January.' },
	});
});
