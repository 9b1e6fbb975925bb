import { requestStart, takeStart } from './request-start.ts';

afterEach(() => void vi.unstubAllGlobals());

function open(address: string, session: string | null) {
	const { pathname, search } = new URL(address, 'http://localhost');
	const fetching = vi.fn(async () => new Response());
	const storage = { getItem: () => session };
	for (const [name, value] of Object.entries({ window: {}, location: { pathname, search }, fetch: fetching })) {
		vi.stubGlobal(name, value);
	}
	vi.stubGlobal('localStorage', storage);
	requestStart(() => 'ios');
	return { requested: fetching.mock.calls.map(([url]: unknown[]) => url), storage };
}

test.each([
	['/earn/', ['/earn?device=ios']],
	['/admin', [`/admin?tz=${Intl.DateTimeFormat().resolvedOptions().timeZone}`]],
	['/admin/users?search=a', ['']],
	['/withdraw?token=x', []],
])('%s requests the data of the pages %j', async (address, pages) => {
	const { requested } = open(address, '1');
	expect(requested).toEqual(pages.map((page) => `/auth/start?page=${encodeURIComponent(page)}`));
	expect((await takeStart()) !== undefined).toBe(pages.length > 0);
	expect(takeStart()).toBeUndefined();
});

test('a guest requests nothing, and a response is dropped if another tab has changed the session', () => {
	expect(open('/withdraw', null).requested).toEqual([]);
	open('/withdraw', '1').storage.getItem = () => '2';
	expect(takeStart()).toBeUndefined();
});
