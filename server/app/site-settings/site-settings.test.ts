import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { CallResult } from '../../../contract/calls.ts';
import { asRobuxCents } from '../../../contract/money.ts';
import { openAdminSite, type Person } from '../../../test/sites/identity-site.ts';
import { testFolder } from '../../../test/support/contents-of.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { changeApprovalLimit } from '../../accounts/allowance.ts';
import { rowOf } from '../../lib/db/database.ts';
import { loadConfig } from '../config.ts';
import { bindFeatures } from '../features.ts';
import { importBranding } from './import-branding.ts';
import { siteSettingNames } from './site-settings.ts';

const database = openTestDatabase({ poolSize: 20 });
const { owner } = database;
const site = openAdminSite(database);
const other = openAdminSite(database, { env: { STOCK_POLICY: 'refuse', LEGAL_CONTACT: '' } });
const folder = testFolder();
const reason = 'We looked into it.';
const HOOK = 'https://hooks.example/secret';
let ada: Person;
let ben: Person;

type Answer = { changed?: true; proposal?: string; applies_at?: number; message?: string };
const call = async (name: string, data: object | null, who = ada) => (await site.callAs(name, data, who)) as Answer;
const change = (changes: object, who = ada) => call('adminChangeSettings', { changes, reason }, who);
const approve = (id: string | undefined) => call('adminDecideProposal', { id, decision: 'approve', reason }, ben);
const refused = (why: string) => ({ details: { reason: why } });
const read = async (name: string, of = site) => {
	const { items } = (await of.callAs('adminGetSettings', null, ada)) as CallResult<'adminGetSettings'>;
	return items.find((item) => item.name === name);
};
const audited = () =>
	rowOf<{ action: string; details: object }>(owner)`select action, details from audit_entries order by id desc limit 1`;

beforeEach(async () => {
	await sql`update users set role = null, staff_role = null`.execute(owner);
	await sql`update adjustment_settings set mode = 'team'`.execute(owner);
	await sql`delete from site_settings`.execute(owner);
	await sql`delete from proposals`.execute(owner);
	await site.deps.settings.refresh();
	[ada, ben] = [await site.provenAdmin('owner'), await site.provenAdmin('owner')];
});

test('lists every setting that is no longer set only in the environment', async () => {
	const removed =
		'WITHDRAW_DAILY_CAP BRAND_FIRST BRAND_SECOND PLATFORM_NAME CURRENCY_NAME CURRENCY_SIGN LEGAL_CONTACT COMMUNITY_CHAT_URL GAME_CREATION_URL ADMIN_BANNER PAYOUT_REVIEW_HOURS PAYOUT_USD_PER_THOUSAND MARGIN_FLOOR_PERCENT OFFER_CLAIMS_MAX_PERCENT OFFER_REVERSALS_MAX_PERCENT GAME_ACCOUNT_PROOF GAME_ACCOUNT_PROOF_FROM SIGN_UPS_A_DAY DELETED_ACCOUNT_MEMORY_DAYS STOCK_POLICY COUNTRIES_NOT_SERVED ALERT_URLS';
	expect(siteSettingNames).toEqual(expect.arrayContaining(removed.split(' ')));
	const answer = (await site.callAs('adminGetSettings', null, ada)) as CallResult<'adminGetSettings'>;
	expect(answer.mode).toBe('team');
	expect(answer.items.map(({ name }) => name)).toEqual(siteSettingNames);
	const unset = { value: 24, source: 'default', editable: true, takes_two: true };
	expect(await read('PAYOUT_REVIEW_HOURS')).toMatchObject(unset);
	expect(await read('APPROVAL_LIMIT')).toMatchObject({ value: expect.any(Number), source: 'default' });
	expect(await read('WITHDRAW_DAILY_CAP')).toMatchObject({ value: null, source: 'default' });
});

test('a variable of the environment wins on its node and is read-only there', async () => {
	expect(await change({ STOCK_POLICY: 'refuse', SIGN_UPS_A_DAY: 7 })).toEqual({ changed: true });
	await expect.poll(() => other.deps.config.signUpsADay).toBe(7);
	expect(await read('STOCK_POLICY', other)).toMatchObject({ value: 'refuse', source: 'environment', editable: false });
	expect(await change({ LEGAL_CONTACT: 'x@y.example', SIGN_UPS_A_DAY: 3 })).toMatchObject(
		refused('setting-in-environment'),
	);
	expect(await read('SIGN_UPS_A_DAY')).toMatchObject({ value: 7, source: 'database' });
});

test('a change applies to both nodes at once, is audited, and ends with null', async () => {
	const word = { BRAND_FIRST: 'Acme', MARGIN_FLOOR_PERCENT: '20', COLOURS: 'accent #004488 #88ccff' };
	expect(await change({ ...word, GAME_ACCOUNT_PROOF: 'withdraw', WITHDRAW_DAILY_CAP: 500 })).toEqual({ changed: true });
	expect(await audited()).toMatchObject({
		action: 'change-settings',
		details: { reason, before: { BRAND_FIRST: 'Loot', MARGIN_FLOOR_PERCENT: 0 }, after: { WITHDRAW_DAILY_CAP: 500 } },
	});
	for (const { deps } of [site, other]) {
		await expect.poll(() => deps.config.words.brandFirst).toBe('Acme');
		expect(deps.config).toMatchObject({ marginFloorPercent: 20, withdrawDailyCap: 50_000, gameAccountProofFrom: 0 });
		expect(deps.config.mailFrom).toMatch(/^Acmepass </);
		expect(deps.config.look.colours).toEqual({ accent: ['#004488', '#88ccff'] });
	}
	expect(await call('getWithdrawLimits', null)).toMatchObject({ daily: { cap: 500 } });
	expect(await change({ BRAND_FIRST: null })).toEqual({ changed: true });
	expect([site.deps.config.words.brandFirst, (await read('BRAND_FIRST'))?.source]).toEqual(['Loot', 'default']);
});

test.each([
	['no-such-setting', { PORT: 1 }, 'PORT'],
	['no-such-setting', { constructor: 'x' }, 'constructor'],
	['setting-invalid', { PAYOUT_REVIEW_HOURS: 0 }, 'PAYOUT_REVIEW_HOURS must be a whole number from 1 to 720.'],
	['setting-invalid', { COUNTRIES_NOT_SERVED: 'XX' }, 'countries'],
	['setting-invalid', { COLOURS: 'ink #777777 #ffffff' }, 'contrast'],
	['setting-invalid', { COLOURS: 'green #777777 #ffffff' }, 'lines of a name'],
	['setting-invalid', { CANNED_ANSWERS: 'one line' }, 'three lines'],
	['setting-invalid', { BRAND_FIRST: 'x'.repeat(301) }, '300'],
	['setting-invalid', { ADMIN_BANNER: 'a\nb' }, 'one line'],
	['setting-invalid', { LOGO: 'data:;base64,eA==' }, 'BRANDING_FILE'],
	['setting-invalid', { ALERT_URLS: 'https://127.0.0.1/x' }, 'public https'],
	['setting-invalid', { ALERT_URLS: 'ntfy:topic?origin=http://hooks.example' }, 'public https'],
	['setting-invalid', { ALERT_URLS: 'https:<hidden>' }, 'public https'],
])('refuses with %s and changes nothing: %j', async (why, changes, part) => {
	expect(await change({ SIGN_UPS_A_DAY: 5, ...changes })).toMatchObject({
		...refused(why),
		message: expect.stringContaining(part),
	});
	expect(await read('SIGN_UPS_A_DAY')).toMatchObject({ source: 'default' });
});

test.each([
	[{ WITHDRAW_DAILY_CAP: 500 }, { WITHDRAW_DAILY_CAP: 600 }],
	[{ WITHDRAW_DAILY_CAP: 500 }, { WITHDRAW_DAILY_CAP: null }],
	[{ PAYOUT_REVIEW_HOURS: 48 }, { PAYOUT_REVIEW_HOURS: 47 }],
	[{ MARGIN_FLOOR_PERCENT: 20 }, { MARGIN_FLOOR_PERCENT: null }],
	[{ PAYOUT_USD_PER_THOUSAND: 5.5 }, { PAYOUT_USD_PER_THOUSAND: 4.5 }],
	[{ GAME_ACCOUNT_PROOF: 'always' }, { GAME_ACCOUNT_PROOF: 'withdraw' }],
	[{ STOCK_POLICY: 'refuse' }, { STOCK_POLICY: 'queue' }],
	[{ SIGN_UPS_A_DAY: 5 }, { SIGN_UPS_A_DAY: 0 }],
	[{ COUNTRIES_NOT_SERVED: 'NL,DE' }, { COUNTRIES_NOT_SERVED: 'NL' }],
	[{ APPROVAL_LIMIT: 5 }, { APPROVAL_LIMIT: 6 }],
	[{}, { COMMUNITY_CHAT_URL: 'https://chat.acme.example/' }],
	[{}, { ALERT_URLS: HOOK, BRAND_FIRST: 'Acme' }],
])('%j is changed alone, and %j takes two', async (alone, looser) => {
	expect(await change(alone)).toEqual({ changed: true });
	const { proposal } = await change(looser);
	const [[name = '', value] = []] = Object.entries(looser);
	const before = await read(name);
	expect(before).toMatchObject({ takes_two: true, value: (Object.values(alone)[0] ?? before?.value) as string });
	expect(await approve(proposal)).toMatchObject({ state: 'done' });
	expect(await read(name)).toMatchObject(value === null ? { source: 'default' } : { source: 'database' });
});

test('a lower approval limit applies to the next booking, and the command replaces it', async () => {
	await change({ APPROVAL_LIMIT: 5 });
	const user = await site.signUp();
	const booking = { uid: user.uid, amount: 6, reason, requestId: '0b1b3a56-0000-4000-8000-000000000001' };
	expect(await call('adminAdjustBalance', booking)).toMatchObject({ state: 'waiting' });
	await changeApprovalLimit({ owner, clock: site.deps.clock }, asRobuxCents(100_000));
	expect(await read('APPROVAL_LIMIT')).toMatchObject({ value: 1_000, source: 'default' });
});

test('addresses of alert channels are sealed in the database, and masked everywhere else', async () => {
	const { proposal } = await change({ ALERT_URLS: HOOK });
	expect(await call('adminGetProposals', {})).toMatchObject({
		items: [{ input: { changes: { ALERT_URLS: 'https:<hidden>' } } }],
	});
	await approve(proposal);
	expect(await read('ALERT_URLS')).toMatchObject({ value: 'https:<hidden>', source: 'database' });
	const [channel] = site.deps.config.alertChannels;
	const message = { alert: 'test', state: 'over', text: '', atMs: 0 } as const;
	expect(channel?.requestOf(message)).toMatchObject({ url: HOOK, isPublicOnly: true });
	const tables = ['site_settings', 'proposals', 'audit_entries'].map((table) => sql.table(table));
	for (const table of tables) {
		const row = await rowOf<{ all: string }>(owner)`select json_agg(t)::text as all from ${table} t`;
		expect(row?.all).not.toContain('secret');
	}
});

test('alert channels cannot change while a change in solo mode waits', async () => {
	await sql`update users set role = null, staff_role = null where uid = ${ben.uid}`.execute(owner);
	await sql`update adjustment_settings set mode = 'solo'`.execute(owner);
	await sql`update auth_session set second_factor_at = now()`.execute(owner);
	const first = await change({ COMMUNITY_CHAT_URL: 'https://chat.acme.example/' });
	expect(first).toEqual({ proposal: expect.any(String), applies_at: expect.any(Number) });
	expect(await change({ ALERT_URLS: HOOK })).toMatchObject(refused('channels-fixed'));
	expect(await call('adminStopProposal', { id: first.proposal, reason })).toEqual({ stopped: true });
	const second = await change({ ALERT_URLS: HOOK });
	await sql`update proposals set applies_at = now() where id = ${second.proposal}`.execute(owner);
	const jobs = bindFeatures(site.deps).jobs(owner);
	await jobs.find(({ name }) => name === 'apply-proposals')?.run({});
	expect(await read('ALERT_URLS')).toMatchObject({ source: 'database' });
});

test('the test buttons report an outcome, and orders are audited', async () => {
	const outcomes = [];
	for (const name of ['adminSendTestEmail', 'adminSendTestAlert', 'adminAskVendor', 'adminBackUp']) {
		outcomes.push(await call(name, null));
	}
	expect(outcomes).toMatchObject([
		{ ok: false, message: expect.stringContaining("Couldn't send email") },
		{ ok: false, message: expect.stringContaining('No alert channels') },
		{ ok: true, message: 'manual is available.' },
		{ ok: false, message: expect.stringContaining('BACKUP_DIR') },
	]);
	expect(await audited()).toMatchObject({ action: 'back-up', details: { ok: false } });
	const checkpoint = call('adminMakeCheckpoint', null);
	await bindFeatures(site.deps)
		.jobs(owner)
		.find(({ name }) => name === 'checkpoint')
		?.run({});
	expect(await checkpoint).toMatchObject({ ok: true, message: expect.stringMatching(/^Checkpoint \d+ published/) });
});

test('imports BRANDING_FILE once, and again when it changes', async () => {
	const file = join(folder, 'brand.json');
	mkdirSync(folder, { recursive: true });
	const load = (content: object) => {
		writeFileSync(file, JSON.stringify(content));
		return importBranding({ db: owner, clock: site.deps.clock }, loadConfig({ BRANDING_FILE: file }).brandingFile);
	};
	writeFileSync(join(folder, 'logo.svg'), '<svg/>');
	const brand = { brandFirst: 'Acme', colours: { accent: ['#004488', '#88ccff'] }, logo: 'logo.svg' };
	expect(await load(brand)).toBe(true);
	expect(await audited()).toMatchObject({ action: 'import-branding', details: { after: { BRAND_FIRST: 'Acme' } } });
	await site.deps.settings.refresh();
	const { words, look } = site.deps.config;
	expect([words.brandFirst, look.colours, String(look.logo)]).toEqual(['Acme', brand.colours, '<svg/>']);
	await change({ BRAND_FIRST: 'Bolt', LOGO: null });
	expect(await load(brand)).toBe(false);
	expect(await read('BRAND_FIRST')).toMatchObject({ value: 'Bolt' });
	expect(await load({ currencySign: 'A$' })).toBe(true);
	expect(await read('BRAND_FIRST')).toMatchObject({ value: 'Bolt' });
	expect(await read('CURRENCY_SIGN')).toMatchObject({ value: 'A$', source: 'database' });
	expect(site.deps.config.look.logo).toBeUndefined();
});
