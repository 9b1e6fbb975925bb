import { globSync, readFileSync } from 'node:fs';
import { UID } from '../../test/fake-server.ts';
import { alertWith, openAdminPages, rows, unavailable, unavailableFigure } from '../../test/open-admin.ts';
import { button, expectText, screen, waitFor, within } from '../../test/render-page.tsx';
import { idInWords } from '../ui/in-words.ts';
import { actionInWords } from './action-words.ts';

const openAdmin = openAdminPages();

test('every action that the system records on its own has a label', () => {
	const sources = globSync('server/**/*.ts', { exclude: ['**/*.test.ts'] }).map((file) => readFileSync(file, 'utf8'));
	const found = sources.flatMap((source) => [...source.matchAll(/actor: 'system', action: '([\w-]+)'/g)]);
	const actions = [...new Set(found.map(([, action = '']) => action))];
	expect(actions).toContain('pass-on-ban');
	expect(actions.filter((action) => actionInWords(action) === idInWords(action))).toEqual([]);
});

test('a failed further page leaves the loaded rows, and one retry reloads list and filter', async () => {
	const action = (id: string) => ({ id, action: 'ban', reason: `Reason ${id}.`, reason_code: 'other' });
	const { person, server } = openAdmin('/admin/actions', { adminGetActions: unavailable });
	const tryAgain = async () =>
		within(await alertWith("Couldn't load actions.")).getByRole('button', { name: 'Try again' });
	const retry = await tryAgain();
	server.answers.adminGetActions = { items: [action('2')], nextCursor: 'further', actions: ['ban'] };
	await person.click(retry);
	await expectText('Reason 2.');
	const choice = screen.getByLabelText<HTMLSelectElement>('Action', { exact: true });
	expect([...choice.options].map(({ text }) => text)).toEqual(['All actions', 'Ban user']);
	server.answers.adminGetActions = unavailable;
	await person.click(button('Load more'));
	const again = await tryAgain();
	await expectText('Reason 2.');
	server.answers.adminGetActions = { items: [action('1')], actions: ['ban'] };
	again.focus();
	await person.keyboard('{Enter}');
	await expectText('Reason 1.');
	expect(rows()).toHaveLength(2);
	expect(screen.queryByRole('alert')).toBeNull();
});

const entry = (id: number) => ({ id: String(id), source: 'vendor' as const, what: `step ${id}`, outcome: 'done' });

test('a followed log shows a failed read and recovers by itself', async () => {
	const { person, server } = openAdmin('/admin/logs', { adminGetLog: {} });
	await expectText('No matching events.');
	server.answers.adminGetLog = unavailable;
	await person.click(screen.getByLabelText('Follow live'));
	await alertWith("Couldn't load the log.");
	server.answers.adminGetLog = { items: [entry(1)] };
	await expectText('step 1');
	await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('the log sends its filters, and its lines link to their user and order', async () => {
	const line = { ...entry(1), user: { uid: UID, name: 'builder' }, order_id: 'W-1' };
	const { person, server } = openAdmin('/admin/logs', { adminGetLog: { items: [line] } });
	await expectText(/Vendor calls.*step 1/);
	const hrefs = () => ['builder', 'W-1'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
	expect(hrefs()).toEqual([`/admin/users/${UID}`, '/admin/withdrawals/W-1']);
	await person.type(screen.getByLabelText('User ID'), UID);
	await person.selectOptions(screen.getByLabelText('Source'), 'Vendor calls');
	await person.click(button('Apply filters'));
	const sent = expect.objectContaining({ uid: UID, source: 'vendor' });
	await waitFor(() => expect(server.requests).toContainEqual({ name: 'adminGetLog', payload: sent }));
});

test.each([
	['/admin/logs', 'adminGetLog', entry],
	['/admin/logs?show=callbacks', 'adminFindCallbacks', (id: number) => ({ id: String(id), request: `step ${id}` })],
] as const)('%s is followed by keyboard, pauses, and then catches up', async (path, call, line) => {
	const { person, server } = openAdmin(path, { [call]: {} });
	await expectText(/No matching/);
	const until = (last: number) => {
		server.answers[call] = { items: Array.from({ length: last }, (_, n) => line(last - n)) as never[] };
	};
	until(1);
	screen.getByLabelText('Follow live').focus();
	await person.keyboard(' ');
	await expectText('step 1');
	await person.keyboard(' ');
	until(2);
	await new Promise((done) => setTimeout(done, 200));
	expect(rows()).toHaveLength(1);
	await person.keyboard(' ');
	await waitFor(() => expect(rows()).toHaveLength(2));
});

test('following a log shows every entry of a large burst', async () => {
	const { person, server } = openAdmin('/admin/logs', { adminGetLog: {} });
	await expectText('No matching events.');
	server.answers.adminGetLog = ({ cursor, limit = 25 }) => {
		const from = Number(cursor ?? 120);
		const items = Array.from({ length: Math.min(limit, from) }, (_, n) => entry(from - n));
		return { items, nextCursor: from > limit ? String(from - limit) : null };
	};
	await person.click(screen.getByLabelText('Follow live'));
	for (const shown of [50, 100]) {
		await waitFor(() => expect(rows()).toHaveLength(shown));
		await person.click(button('Load more'));
	}
	await waitFor(() => expect(rows()).toHaveLength(120));
	expect(rows()[0]).toContain('step 120');
	expect(rows().at(-1)).toContain('step 1');
});

test('a refused export shows an error, and a retry saves the file', async () => {
	const { person, server } = openAdmin('/admin/export', { '/data/admin/export/actions.csv': unavailableFigure });
	await person.click(await screen.findByRole('button', { name: 'Download Actions' }));
	await alertWith('The export stopped early and the file is incomplete. Try again.');
	server.answers['/data/admin/export/actions.csv'] = () => new Response('id\n1\n');
	const files: Blob[] = [];
	vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
	const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click');
	button('Download Actions').focus();
	await person.keyboard('{Enter}');
	await expectText('Saved actions.csv');
	expect(await files[0]?.text()).toBe('id\n1\n');
	expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('actions.csv');
	expect(screen.queryByRole('alert')).toBeNull();
});
