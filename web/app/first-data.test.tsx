import { accountAnswer } from '../../contract/accounts/identity.ts';
import { type CallName, calls } from '../../contract/calls.ts';
import { readsOf } from '../../server/home/start/get-start.ts';
import { firstData } from '../lib/calls/first-data.ts';
import { ownDevice } from '../offerwalls/offers/own-device.ts';
import { exampleOf } from '../test/example-of.ts';
import { type Answers, account, limits, UID } from '../test/fake-server.ts';
import { openAdminPages } from '../test/open-admin.ts';
import { openPages, waitFor } from '../test/render-page.tsx';

const renderPage = openPages();
const openAdmin = openAdminPages(renderPage);

const withdrawal = { id: 'w-1', amount: 50, status: 'Completed' as const };
const examples: Answers = { getWithdrawHistory: { items: [withdrawal] }, getWindDown: { ends_at: null } };
const { timeZone: tz } = Intl.DateTimeFormat().resolvedOptions();

function startOf(page: string, role: string | null) {
	const read = Object.entries(readsOf(page) ?? {}).map(([name, payload]) => {
		if (name.startsWith('GET '))
			return [
				`${name.slice(4)}?${new URLSearchParams(payload as Record<string, string>)}`,
				{ payload: null, result: [] },
			];
		const { output } = calls[name as CallName];
		return [name, { payload, result: exampleOf(output, examples[name as CallName] as never) }];
	});
	const user = { uid: UID, role, roblox_username: 'builder', robux: 77 };
	return exampleOf(calls.getStart.output, { user, limits, page: Object.fromEntries(read) });
}

test.each([
	`/earn?device=${ownDevice() ?? ''}`,
	'/withdraw',
	'/offer-history',
	'/withdraw-history',
	'/my-offers',
	`/admin?tz=${tz}`,
	'/admin/users',
])('the page %s shows its first data without further requests for it', async (page) => {
	// The data is fresh for ten seconds, and loading a page's modules may take longer.
	vi.useFakeTimers({ toFake: ['Date'] });
	const isAdmin = page.startsWith('/admin');
	const start = startOf(page, isAdmin ? 'Admin' : null);
	const own = exampleOf(accountAnswer, { ...account, staffRole: isAdmin ? 'owner' : null });
	firstData.keep({ token: '', expiresAt: 0, account: own, start });
	const taking = vi.spyOn(firstData, 'take');
	const path = page.replace(/\?.*/, '');
	const { server } = isAdmin ? openAdmin(path) : renderPage(path);
	const wanted = [...Object.keys(start.page ?? {}), 'getNotices'];
	await waitFor(() => {
		const taken = taking.mock.calls.filter((_, n) => taking.mock.results[n]?.value !== undefined);
		expect(taken.map(([name]) => name)).toEqual(expect.arrayContaining(wanted));
	});
	const sent = (wanted: string) => server.requests.flatMap(({ name, payload }) => (name === wanted ? [payload] : []));
	for (const [name, { payload }] of Object.entries(start.page ?? {})) {
		expect(sent(name), name).not.toContainEqual(payload === null ? null : expect.objectContaining(payload as object));
	}
	expect([sent('getNotices'), sent(`GET /data/users/${UID}`)]).toEqual([[], []]);
});
