import { sql } from 'kysely';
import { newEmail, openAdminSite, type Person, signUpForm } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { rowsOf } from '../../lib/db/database.ts';
import { catalogues } from '../../lib/language/language.ts';
import { legalTexts, readLegalText } from './agree.ts';

const languages = [...catalogues.keys()];
const database = openTestDatabase();
const { owner } = database;
const site = openAdminSite(database);
const texts = [...legalTexts.values()];
const versionsIn = (language: string) =>
	texts.filter((text) => text.language === language).map(({ version }) => version);
const OLD = '0'.repeat(64);

type Document = { to_agree?: { is_changed: boolean; versions: Record<string, string[]> } };
const documentOf = (who: Person) => site.read(`/data/users/${who.uid}`, who) as Promise<Document>;
const agree = (versions: string[], who: Person) => site.callAs('agreeToDocuments', { versions }, who);
const agreedTo = (uid: string) =>
	rowsOf<{ document: string; language: string; version: string }>(owner)`
		select document, language, version from agreements join legal_texts using (version) where uid = ${uid}
		order by document, at
	`;

async function agreedLongAgo({ uid }: Person): Promise<void> {
	await sql`
		insert into legal_texts (version, document, language, text, first_at)
		values (${OLD}, 'terms', 'en', '{"terms_old": "Be nice."}', now()) on conflict do nothing
	`.execute(owner);
	await sql`
		update agreements a set version = ${OLD} from legal_texts t
		where a.version = t.version and t.document = 'terms' and a.uid = ${uid}
	`.execute(owner);
}

test('each document has a version per language that depends only on its own texts', () => {
	for (const document of ['privacy', 'terms']) {
		expect(texts.filter((text) => text.document === document).map(({ language }) => language)).toEqual(languages);
	}
	const read = (catalogue: object) => readLegalText('terms', 'en', catalogue as Record<string, unknown>).version;
	const one = read({ terms_a: 'A', terms_b: 'B', legal_effective_date: 'Effective date: {date}' });
	expect(read({ terms_b: 'B', terms_a: 'A', legal_effective_date: 'As of {date}', privacy_a: 'P' })).toBe(one);
	expect(read({ terms_a: 'A', terms_b: 'B.' })).not.toBe(one);
});

test("a sign-up agrees to the texts in the page's language and is not asked again", async () => {
	const email = newEmail();
	const answer = await site.post('/auth/sign-up/email', signUpForm({ email }), { 'accept-language': 'de-AT' });
	const { token, user } = answer.json();
	expect((await agreedTo(user.id)).map(({ version }) => version).sort()).toEqual(versionsIn('de').sort());
	const accessToken = await site.accessToken(token);
	expect(await documentOf({ uid: user.id, accessToken } as Person)).not.toHaveProperty('to_agree');
});

test('a changed text asks for agreement once and blocks no calls', async () => {
	const user = await site.signUp();
	await agreedLongAgo(user);
	const { to_agree: toAgree } = await documentOf(user);
	const current = texts.find(({ document, language }) => document === 'terms' && language === 'de')?.version as string;
	const oneEach = Object.fromEntries(languages.map((language) => [language, [expect.any(String)]]));
	expect(toAgree).toEqual({ is_changed: true, versions: { ...oneEach, de: [current] } });
	expect(await site.callAs('getOfferwalls', null, user)).toEqual([]);
	expect(await agree([OLD, 'f'.repeat(64)], user)).toMatchObject({ to_agree: { is_changed: true } });
	const answers = await Promise.all([agree([current], user), agree([current], user)]);
	expect(answers).toEqual([{ to_agree: null }, { to_agree: null }]);
	expect(await documentOf(user)).not.toHaveProperty('to_agree');
	expect(await agreedTo(user.uid)).toEqual([
		expect.objectContaining({ document: 'privacy' }),
		expect.objectContaining({ version: OLD }),
		{ document: 'terms', language: 'de', version: current },
	]);
});

test('a user without agreements is asked; agreements are exported and deleted with the account', async () => {
	const user = await site.signUp();
	await sql`delete from agreements where uid = ${user.uid}`.execute(owner);
	expect((await documentOf(user)).to_agree).toMatchObject({ is_changed: false });
	await agree(versionsIn('en'), user);
	const { agreements } = (await site.callAs('exportMyData', null, user)) as { agreements: object[] };
	expect(agreements).toHaveLength(2);
	const agreed = { version: expect.any(String), agreed_at: expect.any(Number) };
	expect(agreements[1]).toEqual({ document: 'terms', language: 'en', ...agreed });
	expect(await site.callAs('deleteAccount', null, user)).toEqual({ deleted: true });
	expect(await agreedTo(user.uid)).toEqual([]);
});
