import { sql } from 'kysely';
import { ORIGIN } from '../../../test/sites/identity-site.ts';
import { openProviderSite } from '../../../test/sites/staff-provider.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { rowOf, rowsOf } from '../../lib/db/database.ts';
import { checkClaims } from './check-claims.ts';

const database = openTestDatabase({ poolSize: 20 });
const { owner } = database;
const provider = openProviderSite(database);
const { site, people, state, settings, call, read, approve } = provider;
const { begin, atProvider, finish, cookieFor, round, signInAs, apply, reason, secret, issuer } = provider;
const refused = (why: string) => ({ details: { reason: why } });

test('settings apply after a test sign-in by the proposer, exactly as tested, and with a second admin', async () => {
	const { test: id } = await call('adminTestProvider', { ...settings(), client_secret: secret });
	const save = (changes: object = {}, by = people.ada) =>
		call('adminSaveProvider', { ...settings(), test: id, reason, ...changes }, by);
	expect(await save()).toMatchObject(refused('provider-untested'));
	expect(await round({ purpose: 'test', test: id }, people.ben)).toMatchObject({ why: 'provider-for-staff' });
	state.who.groups = ['Elsewhere'];
	await round({ purpose: 'test', test: id }, people.ada);
	expect((await read()).tested).toMatchObject({ passed: false, problem: expect.stringContaining('Elsewhere') });
	expect(await save()).toMatchObject(refused('provider-untested'));
	state.who.groups = ['Money'];
	const passed = await round({ purpose: 'test', test: id, callbackURL: '/admin/settings' }, people.ada);
	expect(passed).toMatchObject({ at: '/admin/settings' });
	expect((await read()).tested).toMatchObject({ passed: true, problem: null });
	expect(await save({ roles: { Money: 'fraud' } })).toMatchObject(refused('provider-untested'));
	expect(await save({}, people.ben)).toMatchObject(refused('provider-untested'));
	const { proposal } = await save();
	expect((await read()).applied).toBeNull();
	expect(await approve(proposal)).toMatchObject({ state: 'done' });
	expect(await read()).toMatchObject({ applied: settings(), tested: null });
	const stored = await rowOf<{ all: string }>(owner)`
		select json_agg(a)::text || (select json_agg(p)::text from staff_providers p) as all from audit_entries a
	`;
	expect(stored?.all).not.toContain(secret);
	const removal = await call('adminRemoveProvider', { reason });
	expect(await approve(removal.proposal)).toMatchObject({ state: 'done' });
	expect((await read()).applied).toBeNull();
});

test.each<[string, { slash?: string; [name: string]: unknown }, string]>([
	['an address on a private network', { issuer: 'https://10.0.0.1' }, 'issuer-not-public'],
	['the issuer of all work accounts', { issuer: 'https://login.microsoftonline.com/common/v2.0' }, 'issuer-shared'],
	['all Google accounts', { issuer: 'https://accounts.google.com' }, 'hosted-domain-wrong'],
	['a claim for owners', { roles: { Boss: 'owner' } }, 'invalid-input'],
	['no role', { roles: {} }, 'provider-without-roles'],
	['a client without a secret', {}, 'client-secret-missing'],
	['an issuer that names another one', { slash: '/', client_secret: 'x' }, 'provider-unusable'],
])('refuses %s', async (_what, { slash = '', ...changes }, why) => {
	const wanted = settings({ issuer: issuer() + slash, ...changes });
	expect(await call('adminTestProvider', wanted)).toMatchObject(refused(why));
});

test('an owner with a password and an authenticator must remain', async () => {
	const safe = (isOn: boolean) => sql`update auth_user set two_factor_enabled = ${isOn}`.execute(owner);
	await sql`delete from auth_account where provider_id = 'credential' and user_id = ${people.ben.uid}`.execute(owner);
	await safe(false);
	expect(await apply()).toMatchObject(refused('owner-password-needed'));
	await safe(true);
	expect(await apply()).toMatchObject({ state: 'done' });
	const eve = await site.provenAdmin('owner');
	await sql`update auth_user set two_factor_enabled = id = ${eve.uid}`.execute(owner);
	const leave = await call('adminChangeStaffRole', { uid: eve.uid, role: 'viewer', reason });
	expect(await approve(leave.proposal)).toMatchObject(refused('only-admin'));
	await safe(true);
	expect(await approve(leave.proposal)).toMatchObject({ state: 'done' });
});

test('a linked person signs in by issuer and subject, and needs a second factor unless the provider checked one', async () => {
	await apply();
	expect((await site.get('/auth/ways')).json()).toMatchObject({ provider: true });
	const unlinked = { why: 'provider-not-linked', at: '/admin/login?error=operation-not-allowed' };
	expect(await signInAs('finn')).toMatchObject(unlinked);
	expect(await round({ purpose: 'link' }, people.ada)).toMatchObject({ why: 'provider-for-staff' });
	state.who.groups = ['Help'];
	const roleless = { why: 'provider-without-role', at: expect.stringMatching(/^.account.error/) };
	expect(await round({ purpose: 'link' }, people.finn)).toMatchObject(roleless);
	state.who.groups = ['Money'];
	const linking = await round({ purpose: 'link', callbackURL: '/account' }, people.finn);
	expect(linking).toMatchObject({ at: '/account', why: undefined });
	const other = await site.provenAdmin('finance');
	expect(await round({ purpose: 'link' }, other)).toMatchObject({ why: 'provider-linked-elsewhere' });

	expect(await call('adminGetBusiness', {}, people.finn)).toMatchObject(refused('provider-required'));
	const accountOf = async (cookie: string) => (await site.get('/auth/account', { cookie })).json();
	await sql`update auth_account set provider_id = 'https://former.example' where provider_id like 'http%'`.execute(
		owner,
	);
	expect(await call('adminGetBusiness', {}, people.finn)).toMatchObject(refused('provider-required'));
	expect(await accountOf(cookieFor(people.finn))).toMatchObject({ provider: { isLinked: false, isRequired: true } });
	expect(await round({ purpose: 'link' }, people.finn)).toMatchObject({ why: undefined });

	const linked = await signInAs('finn');
	expect(linked.at).toBe('/admin');
	expect(await linked.admin()).toBe('totp-required');
	expect(await accountOf(linked.session ?? '')).toMatchObject({
		uid: people.finn.uid,
		provider: { isLinked: true, isRequired: false },
	});
	state.who.groups = ['Help'];
	expect(await signInAs('finn')).toMatchObject({ why: 'provider-without-role' });
	state.who.groups = ['Money'];
	expect(await apply({ second_factor: ['mfa'] })).toMatchObject({ state: 'done' });
	expect(await linked.admin()).toBe('unauthenticated');
	state.who.amr = ['pwd', 'mfa'];
	const again = await signInAs('finn');
	expect(await again.admin()).toBe('served');
	expect(await again.admin('adminGetActions')).toBe('served');
});

test('a handed-off session and a removed colleague have no role', async () => {
	await apply({ second_factor: ['mfa'] });
	await round({ purpose: 'link' }, people.finn);
	state.who.amr = ['mfa'];
	const { session = '', admin } = await signInAs('finn');
	expect(await admin()).toBe('served');
	const accessToken = (await site.get('/auth/token', { cookie: session })).json().token;
	const { token } = (await site.call('createWebSession', null, accessToken)).json().result;
	const exchanged = (await site.call('verifyWebSession', { token })).json().result;
	const second = (await site.post('/auth/sign-in/custom-token', exchanged)).json().token;
	const handedOff = await site.accessToken(second);
	expect((await site.call('adminGetBusiness', {}, handedOff)).json().error).toMatchObject(refused('permission-denied'));
	const { proposal } = await call('adminRemoveStaff', { uid: people.finn.uid, reason });
	expect(await approve(proposal)).toMatchObject({ state: 'done' });
	expect(await signInAs('finn')).toMatchObject({ why: 'provider-not-linked' });
});

test('a lost claim or account ends all sessions and keys, and an unavailable provider ends its own after 15 minutes', async () => {
	await apply({ second_factor: ['mfa'] });
	await round({ purpose: 'link' }, people.finn);
	state.who.amr = ['mfa'];
	const age = (minutes: number) =>
		sql`update auth_session set claims_checked_at = now() - ${minutes} * interval '1 minute'
			where claims_checked_at is not null`.execute(owner);
	const { admin } = await signInAs('finn');
	await age(4);
	await Promise.all([checkClaims(site.deps), checkClaims(site.deps)]);
	expect(await admin()).toBe('served');
	await age(4);
	state.isAway = true;
	await checkClaims(site.deps);
	expect(await admin()).toBe('served');
	await age(16);
	expect(await admin()).toBe('unauthenticated');
	await checkClaims(site.deps);
	state.isAway = false;
	expect((await site.call('createUser', null, people.finn.accessToken)).statusCode).toBe(200);

	await sql`
		insert into machine_keys (id, name, hash, permissions, personal_data, addresses, created_by, created_at, expires_at)
		values (gen_random_uuid(), 'Bot', 'x', '{}', false, '{}', ${people.finn.uid}, now(), now() + interval '1 day')`.execute(
		owner,
	);
	for (const lose of [() => (state.who.groups = ['Help']), () => (state.who.groups = undefined)]) {
		state.who.groups = ['Money'];
		const next = await signInAs('finn');
		await age(4);
		lose();
		await checkClaims(site.deps);
		expect(await next.admin()).toBe('unauthenticated');
		expect((await site.call('createUser', null, people.finn.accessToken)).statusCode).toBe(401);
	}
	expect(await rowsOf(owner)`select from machine_keys where revoked_at is null`).toEqual([]);
	expect(await call('adminGetActions', { uid: people.finn.uid })).toMatchObject({
		items: expect.arrayContaining([expect.objectContaining({ action: 'end-provider-sessions' })]),
	});
});

test('refuses a code of another round, another browser, and a repeated or forged answer', async () => {
	await apply();
	await round({ purpose: 'link' }, people.finn);
	const [first, second] = [await begin({ purpose: 'sign-in' }), await begin({ purpose: 'sign-in' })];
	const [mine, theirs] = [await atProvider(first.url), await atProvider(second.url)];
	const codeOf = (path: string) => new URL(path, ORIGIN).searchParams.get('code') ?? '';
	expect(await finish(theirs, first.cookie)).toMatchObject({ why: 'provider-round-lost' });
	expect(await finish(mine, '')).toMatchObject({ why: 'provider-round-lost' });
	const injected = mine.replace(codeOf(mine), codeOf(theirs));
	expect(await finish(injected, first.cookie)).toMatchObject({ why: 'provider-refused' });
	expect(await finish(mine, first.cookie)).toMatchObject({ why: 'provider-round-lost' });
	const third = await begin({ purpose: 'sign-in' });
	const answer = await atProvider(third.url);
	const answers = await Promise.all([1, 2, 3].map(() => finish(answer, third.cookie)));
	const reasons = answers.map(({ why }) => why ?? 'done');
	expect(reasons.sort()).toEqual(['done', 'provider-round-lost', 'provider-round-lost']);
	const linking = await begin({ purpose: 'link' }, { cookie: cookieFor(people.finn) });
	const link = await atProvider(linking.url);
	expect(await finish(link, `${linking.cookie}; ${cookieFor(await site.provenAdmin('finance'))}`)).toMatchObject({
		why: 'provider-round-lost',
	});
	const gone = await begin({ purpose: 'sign-in' });
	await sql`delete from staff_providers`.execute(owner);
	expect(await finish(await atProvider(gone.url), gone.cookie)).toMatchObject({ why: 'provider-off' });
});
