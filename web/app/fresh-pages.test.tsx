import { pages } from '../../contract/pages.ts';
import { example } from '../test/fake-server.ts';
import { openPages, screen, waitFor } from '../test/render-page.tsx';

const renderPage = openPages();
const FRESH_MS = 5_000;
const answers = { getInvite: example, getOffer: example, getClaims: example, getThreads: example, getThread: example };

const reads: Record<string, readonly string[]> = {
	'/': ['getPublicStats'],
	'/withdraw': ['GET /auth/account', 'getRobloxGames', 'getWithdrawLimits', 'getWithdrawHistory'],
	'/earn': ['getOfferwalls', 'getOffers', 'getPendingRewards', 'getOfferHistory'],
	'/earn/:wallId': ['getOfferwalls'],
	'/earn/offer/:offerId': ['getOffer'],
	'/my-offers': ['getMyOffers'],
	'/invite': ['getInvite'],
	'/claims': ['getClaims', 'getOfferwalls'],
	'/claims/new': ['getMyOffers', 'getOfferwalls'],
	'/threads': ['getThreads'],
	'/threads/new': [],
	'/threads/:reference': ['getThread'],
	'/offer-history': ['getOfferHistory'],
	'/withdraw-history': ['getWithdrawHistory'],
	'/delete-account': [],
	'/account': ['GET /auth/account', 'GET /auth/list-sessions'],
};

test('reads has each page of a signed-in user', () => {
	const signedIn = Object.entries(pages).flatMap(([path, access]) => (access === 'signed-in' ? [path] : []));
	expect(Object.keys(reads)).toEqual(expect.arrayContaining(signedIn));
});

// spec: 4.fresh-pages
test.each(Object.entries(reads))('a link back to %s reads the current data again', async (pattern, names) => {
	const path = pattern.replace(/:\w+/, 'one');
	const { server, router } = renderPage(path, { answers });
	const expectReads = () =>
		waitFor(() => expect(server.requests.map(({ name }) => name)).toEqual(expect.arrayContaining([...names])));
	await expectReads();
	await router.navigate('/threads/new');
	await screen.findByRole('heading', { level: 1, name: 'Write to us' });
	server.requests.length = 0;
	vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + FRESH_MS });
	await router.navigate(path);
	await expectReads();
});
