import { createECDH, randomBytes } from 'node:crypto';
// @ts-expect-error The package has no types.
import ece from 'http_ece';
import { sql } from 'kysely';
import type { NoticeContent } from '../../../contract/accounts/notices.ts';
import { PUSH_SUBSCRIPTIONS_MAX } from '../../../contract/limits.ts';
import { bearer, type Json, request, send } from '../../../test/sites/json-client.ts';
import { openTestProduct } from '../../../test/sites/product.ts';
import { soon, usersOf } from '../../../test/support/users.ts';
import { banUser } from '../../accounts/user-record/restrict-user.ts';
import { cellOf, inTransaction } from '../../lib/db/database.ts';
import { notifyUser } from '../notify-user.ts';
import { createPushKey, isPushService } from './web-push.ts';

const { product, database } = openTestProduct();
const { signUp, caller, completeOffer, readyToWithdraw } = usersOf(product);
type User = Awaited<ReturnType<typeof signUp>>;
const all = ['credited', 'paid', 'answered', 'expiring'];
const answered: NoticeContent = { kind: 'thread-answered', data: { reference: 'T-1', subject: '50.00 R$?' } };
const tell = (uid: string, notice: NoticeContent = answered, reference?: string) =>
	inTransaction(database.app, (tx) => notifyUser(tx, { uid, reference, ...notice }));
const stored = (uid: string) =>
	cellOf<number>(database.owner)`select count(*)::int from push_subscriptions where uid = ${uid}`;

async function newBrowser() {
	const control = `${product().sandbox.url}/control/push`;
	const { id, endpoint } = (await send('POST', control, {})).body;
	const own = createECDH('prime256v1');
	const [p256dh, auth] = [own.generateKeys().toString('base64url'), randomBytes(16).toString('base64url')];
	const received = async (): Promise<Json[]> => {
		const { body } = await request(`${control}/${id}`);
		return body.map((message: Json) => {
			const options = { version: 'aes128gcm', privateKey: own, authSecret: auth };
			return { ...message, ...JSON.parse(ece.decrypt(Buffer.from(message.body, 'base64url'), options).toString()) };
		});
	};
	return {
		endpoint: endpoint as string,
		received,
		respond: (next: number) => send('PATCH', `${control}/${id}`, { next }),
		save: (user: Pick<User, 'call'>, kinds = all) => user.call('savePush', { endpoint, p256dh, auth, kinds }),
		until: (kinds: string[]) =>
			vi.waitFor(async () => {
				const messages = await received();
				expect(messages.map(({ kind }) => kind).sort()).toEqual(kinds.toSorted());
				return messages;
			}, soon),
	};
}

test('a push service receives encrypted and signed messages without amounts, in the language of the user', async () => {
	const user = await readyToWithdraw(50);
	const browser = await newBrowser();
	const { endpoint } = browser;
	expect((await user.call('getPush', { endpoint })).result).toMatchObject({ kinds: [], has_earned: true });
	expect((await browser.save(user)).result).toEqual({ kinds: all });
	await sql`update users set language = 'de' where uid = ${user.uid}`.execute(database.owner);
	await user.call('processWithdrawal', user.request);
	await completeOffer(user.uid);
	await Promise.all(Array.from({ length: 4 }, () => tell(user.uid, answered, 'thread/T-1/1')));
	await tell(user.uid, { kind: 'offer-expiring', data: { offer: 'Game', offer_id: 'g', until: 1 } });
	const messages = await browser.until(all);
	// Every node derives the same key.
	const key = createPushKey(product().deps.config.authSecret).publicKey;
	expect((await user.call('getPush')).result.public_key).toBe(key);
	for (const [kind, text, path] of [
		['credited', 'Du hast eine Belohnung erhalten.', '/offer-history'],
		['paid', 'Deine Auszahlung wurde bezahlt.', '/withdraw-history'],
		['answered', 'Wir haben dir geantwortet.', '/threads'],
		['expiring', 'Ein Angebot, das du begonnen hast, endet bald.', '/my-offers'],
	]) {
		const { body, ttl, ...read } = messages.find((message) => message.kind === kind) as Json;
		expect(read).toEqual({ kind, title: 'Lootpass', text, path, topic: kind, key });
		expect(ttl).toBeGreaterThan(86_000);
	}
	expect((await user.call('exportMyData')).result.push_subscriptions).toMatchObject([{ endpoint, kinds: all }]);
});

const known = [
	...['https://fcm.googleapis.com/fcm/send/x', 'https://updates.push.services.mozilla.com/wpush/v2/x'],
	...['https://wns2-par02p.notify.windows.com/w/?token=x', 'https://web.push.apple.com/x', 'http://localhost:3001/x'],
];
const unknown = [
	...['http://fcm.googleapis.com/x', 'https://fcm.googleapis.com:8443/x', 'https://fcm.googleapis.com./x'],
	...['https://fcm.googleapis.com.evil.example/x', 'https://evil-fcm.googleapis.com/x', 'fcm.googleapis.com'],
	...['https://evilpush.services.mozilla.com/x', 'https://evil.example/#.notify.windows.com', 'https://10.0.0.1/x'],
	...['https://fcm.googleapis.com@evil.example/x', 'https://a:b@fcm.googleapis.com/x', 'http://localhost:3002/x'],
];

test.each([...known, ...unknown])('accepts an address exactly if a known push service has it: %s', (endpoint) => {
	expect(isPushService(endpoint, ['http://localhost:3001'])).toBe(known.includes(endpoint));
});

test('refuses an unknown push service and malformed keys, and changes nothing', async () => {
	const user = await signUp();
	const { endpoint } = await newBrowser();
	const p256dh = createECDH('prime256v1').generateKeys().toString('base64url');
	const auth = randomBytes(16).toString('base64url');
	const offCurve = Buffer.concat([Buffer.of(4), randomBytes(64)]).toString('base64url');
	for (const wrong of [{ endpoint: 'https://10.0.0.1/' }, { p256dh: offCurve }, { p256dh: 'AA' }, { auth: 'AA' }]) {
		const { error } = await user.call('savePush', { endpoint, p256dh, auth, kinds: all, ...wrong });
		expect(error.status).toBe('INVALID_ARGUMENT');
	}
	expect(await stored(user.uid)).toBe(0);
});

test('a browser gets only the chosen kinds, and belongs to the last user who saved it', async () => {
	const [user, next] = [await signUp(), await signUp()];
	const [browser, mute] = [await newBrowser(), await newBrowser()];
	await browser.save(user);
	await mute.save(user, ['paid']);
	await browser.save(next, []);
	await tell(user.uid);
	await browser.until(['answered']);
	await browser.save(next, ['answered']);
	expect((await user.call('getPush', { endpoint: browser.endpoint })).result.kinds).toEqual([]);
	await tell(user.uid);
	await browser.save(user, []);
	await tell(next.uid);
	await browser.until(['answered', 'answered']);
	expect((await browser.save(next, [])).result).toEqual({ kinds: [] });
	expect([await stored(next.uid), await mute.received()]).toEqual([0, []]);
});

test('concurrent requests store at most ten browsers', async () => {
	const user = await signUp();
	const browsers = await Promise.all(Array.from({ length: PUSH_SUBSCRIPTIONS_MAX + 3 }, newBrowser));
	await Promise.all(browsers.map((browser) => browser.save(user)));
	expect(await stored(user.uid)).toBe(PUSH_SUBSCRIPTIONS_MAX);
	await browsers[0]?.save(user);
	expect((await user.call('getPush', { endpoint: browsers[0]?.endpoint })).result.kinds).toEqual(all);
});

const ban = ({ uid }: Pick<User, 'uid'>) =>
	inTransaction(database.app, (tx) => banUser(tx, { uid, reason: 'Cheating.', atMs: Date.now() }));
const deletion = (user: Pick<User, 'call'>) => user.call('deleteAccount');

test.each([ban, deletion])(
	'sign-out ends the messages of its browser, and $name those of all browsers',
	async (end) => {
		const { email, password, ...user } = await signUp();
		const { url } = product();
		const { token } = (await send('POST', `${url}/auth/sign-in/email`, { email, password })).body;
		const issued = (await request(`${url}/auth/token`, { headers: bearer(token) })).body;
		await user.call('createUser');
		for (const one of [user, caller(user.uid, issued.token)]) await (await newBrowser()).save(one);
		expect(await stored(user.uid)).toBe(2);
		await send('POST', `${url}/auth/sign-out`, {}, bearer(token));
		expect(await stored(user.uid)).toBe(1);
		await end(user);
		expect(await stored(user.uid)).toBe(0);
	},
);

test('a busy push service gets the message again, and an expired subscription is deleted', async () => {
	const user = await signUp();
	const [browser, gone, elsewhere] = [await newBrowser(), await newBrowser(), await newBrowser()];
	for (const one of [browser, gone, elsewhere]) await one.save(user);
	await Promise.all([browser.respond(503), gone.respond(410), elsewhere.respond(307)]);
	await tell(user.uid);
	await browser.until(['answered']);
	expect(await stored(user.uid)).toBe(2);
	expect(await elsewhere.received()).toEqual([]);
});
