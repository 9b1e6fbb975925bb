import { sql } from 'kysely';
import { openAdminSite } from '../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';

const database = openTestDatabase();
const { owner } = database;
const site = openAdminSite(database);

test('a message to the users of several cases reaches each user once, even if one case no longer exists', async () => {
	const admin = await site.admin();
	const people = await Promise.all([site.signUp(), site.signUp(), site.signUp()]);
	const [gone, ...there] = people.map(({ uid }) => uid);
	for (const uid of people.map((person) => person.uid)) {
		await sql`
			insert into fraud_cases (uid, state, score, opened_at, changed_at) values (${uid}, 'open', 50, now(), now())
		`.execute(owner);
	}
	await sql`delete from fraud_cases where uid = ${gone}`.execute(owner);
	const reason = 'Who else plays at your place?';
	const message = { uids: [...there, gone, there[0]], deed: 'message', reason };
	expect(await site.callAs('adminHandleFraudCases', message, admin)).toEqual({
		done: 2,
		refused: [{ uid: gone, message: expect.any(String) }],
	});
	const { rows } = await sql<{ uid: string; text: string }>`
		select uid, data ->> 'text' as text from notices where uid = any(${people.map(({ uid }) => uid)}::uuid[])
	`.execute(owner);
	expect(rows.toSorted((a, b) => there.indexOf(a.uid) - there.indexOf(b.uid))).toEqual(
		there.map((uid) => ({ uid, text: reason })),
	);
	for (const uid of there) {
		expect(await site.callAs('adminGetFraudNotes', { uid }, admin)).toMatchObject([{ text: reason, by: admin.email }]);
		const { rows: stored } = await sql`select action, actor from audit_entries where uid = ${uid}`.execute(owner);
		expect(stored).toEqual([{ action: 'fraud-message', actor: admin.uid }]);
	}
});

test('watching, closing and reopening move a case to the list of its state', async () => {
	const admin = await site.admin();
	const { uid } = await site.signUp();
	await sql`
		insert into fraud_cases (uid, state, score, opened_at, changed_at) values (${uid}, 'open', 50, now(), now())
	`.execute(owner);
	const moves = { watch: 'watching', close: 'closed', open: 'open' };
	for (const [deed, state] of Object.entries(moves)) {
		await site.callAs('adminHandleFraudCases', { uids: [uid], deed, reason: 'A look.' }, admin);
		const cases = await site.callAs('adminGetFraudCases', { state }, admin);
		expect(cases).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ uid })]) });
	}
});
