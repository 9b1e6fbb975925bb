import { sql } from 'kysely';
import { newEmail, openTestProduct, signUpForm } from '../../test/sites/identity-site.ts';
import { bearer, request, send } from '../../test/sites/json-client.ts';
import { soon } from '../../test/support/users.ts';
import { banUser } from '../accounts/user-record/ban-user.ts';
import { cellOf, inTransaction } from '../lib/db/database.ts';
import { orderMail } from './mail-order.ts';
import { notifyUser } from './notify-user.ts';

const { product, database } = openTestProduct();
const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' };

async function signUp(headers: Record<string, string>) {
	const { url } = product();
	const email = newEmail();
	const { body, status } = await send('POST', `${url}/auth/sign-up/email`, signUpForm({ email }), headers);
	expect(status).toBe(200);
	const { body: issued } = await request(`${url}/auth/token`, { headers: bearer(body.token) });
	const visit = (accepted: Record<string, string>) =>
		send('POST', `${url}/api/createUser`, { data: null }, { ...bearer(issued.token), ...accepted });
	return { uid: body.user.id as string, email, visit };
}

const mailed = (email: string, subject: RegExp) =>
	vi.waitFor(() => {
		const [mail] = product()
			.sandbox.listMails(email)
			.filter((one) => subject.test(one.subject));
		expect(mail, `a mail about ${subject}`).toBeDefined();
		return mail as NonNullable<typeof mail>;
	}, soon);

const settled = (uid: string, reference: string) =>
	inTransaction(database.app, (tx) =>
		notifyUser(tx, {
			...{ uid, kind: 'claim-settled', reference },
			data: { reference, offer: 'Island farm', amount: 12.5, by: 'us' },
		}),
	);

test('a user who signs up on a German page gets all mails in German', async () => {
	const { uid, email } = await signUp(german);
	expect((await mailed(email, /^Bestätige deine E-Mail-Adresse/)).html).toContain('<html lang="de" dir="ltr">');
	await settled(uid, 'C-1');
	expect((await mailed(email, /^Deine fehlende Belohnung von 12\.50 R\$ ist da/)).text).toContain(
		'„Island farm“ (C-1)',
	);
	await inTransaction(database.app, (tx) =>
		notifyUser(tx, {
			...{ uid, kind: 'claim-declined', reference: 'C-2' },
			data: { reference: 'C-2', offer: null, said: 'The partner says no.' },
		}),
	);
	expect((await mailed(email, /^Zu deiner fehlenden Belohnung C-2/)).links.join()).toContain(
		'/threads/new?about=claim:C-2',
	);
	await orderMail(database.app, { kind: 'reset-password', email });
	expect((await mailed(email, /^Wähle ein neues Passwort/)).links.join()).toMatch(/\/reset-password#code=/);
	await inTransaction(database.app, (tx) => banUser(tx, { uid, reason: 'Cheating.', atMs: Date.now() }));
	await mailed(email, /ist gesperrt$/);
});

test('a returning user gets mails in their new language; an unsupported one changes nothing', async () => {
	const { uid, email, visit } = await signUp({});
	await mailed(email, /^Confirm your email/);
	const stored = async () => {
		return cellOf<string>(database.owner)`select language from users where uid = ${uid}`;
	};
	expect(await stored()).toBeUndefined();
	await visit({ 'accept-language': 'en', cookie: 'language=de' });
	await vi.waitFor(async () => expect(await stored()).toBe('de'), soon);
	await sql`update users set last_access = now() - interval '1 hour' where uid = ${uid}`.execute(database.owner);
	await visit({ 'accept-language': 'tlh' });
	await settled(uid, 'C-2');
	await mailed(email, /^Deine fehlende Belohnung/);
	expect(await stored()).toBe('de');
});
