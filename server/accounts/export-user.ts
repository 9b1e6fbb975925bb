import type { MyData } from '../../contract/accounts/account.ts';
import { listAuditOf } from '../lib/audit.ts';
import { datesToMs, type InDates, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';
import { listEventsOf } from '../lib/event-log.ts';
import { selectAgreements } from './agreements/agree.ts';
import { selectAliasesOf } from './external-ids/external-ids.ts';
import { selectPasskeys } from './passkeys/store-passkeys.ts';
import { deviceInWords } from './sessions/device.ts';

type Account = MyData['account'];
type Lists = 'sign_in_methods' | 'passkeys' | 'mailed_links' | 'former_emails' | 'external_ids';
type AccountRow = InDates<Omit<Account, Lists>, 'created_at' | 'last_access' | 'mail_refused_at' | 'banned_at'>;
type SessionRow = InDates<Omit<MyData['sessions'][number], 'device'>, 'created_at' | 'last_used_at' | 'expires_at'>;

export async function exportAccount(tx: Tx, uid: string): Promise<Account | undefined> {
	const row = await rowOf<AccountRow>(tx)`
		select a.id as uid, a.email, a.email_verified, a.name, a.birth_year, a.created_at, u.last_access, u.language, u.mail_refused_at, u.role,
			u.banned_at, u.ban_reason, u.paused_reason, coalesce(a.two_factor_enabled, false) as two_factor_enabled
		from auth_user a left join users u on u.uid = a.id
		where a.id = ${uid}
	`;
	if (!row) return undefined;
	return {
		...datesToMs(row),
		sign_in_methods: (await selectSignInMethods(tx, uid)).map(datesToMs),
		former_emails: (await selectFormerEmails(tx, uid)).map(datesToMs),
		passkeys: (await selectPasskeys(tx, uid)).map(({ name, createdAt, lastUsedAt }) => ({
			...{ name, created_at: createdAt.getTime(), last_used_at: lastUsedAt?.getTime() ?? null },
		})),
		external_ids: await selectAliasesOf(tx, uid),
		mailed_links: (await selectMailedLinks(tx, uid)).map(datesToMs),
	};
}

export async function exportAgreements(tx: Tx, uid: string): Promise<MyData['agreements']> {
	const agreements = await selectAgreements(tx, uid);
	return agreements.map(({ at, ...agreed }) => ({ ...agreed, agreed_at: at.getTime() }));
}

export async function exportSessions(tx: Tx, uid: string): Promise<MyData['sessions']> {
	const rows = await rowsOf<SessionRow>(tx)`
		select user_agent, ip_address, created_at, coalesce(last_used_at, created_at) as last_used_at, expires_at
		from auth_session where user_id = ${uid} order by created_at desc
	`;
	return rows.map((row) => ({ device: deviceInWords(row.user_agent), ...datesToMs(row) }));
}

const EVENTS_MAX = 10_000;

export async function exportEvents(tx: Tx, uid: string): Promise<MyData['events']> {
	const events = await listEventsOf(tx, uid, EVENTS_MAX);
	return events.map(({ at, ip, ...event }) => ({ ...event, timestamp: at.getTime(), ip_address: ip }));
}

export async function exportAudit(tx: Tx, uid: string): Promise<MyData['audit_entries']> {
	const entries = await listAuditOf(tx, uid);
	return entries.map(({ at, actor, action, details }) => ({
		timestamp: at.getTime(),
		by: actor === uid ? 'you' : actor === 'system' ? 'system' : 'admin',
		action,
		details: actor === uid ? details : withoutAddress(details),
	}));
}

function withoutAddress(details: Record<string, unknown>): Record<string, unknown> {
	const { ip: _, ...rest } = details;
	return rest;
}

function selectSignInMethods(tx: Tx, uid: string) {
	return rowsOf<InDates<Account['sign_in_methods'][number], 'created_at'>>(tx)`
		select provider_id as provider, account_id as subject, created_at
		from auth_account where user_id = ${uid} order by created_at
	`;
}

function selectFormerEmails(tx: Tx, uid: string) {
	return rowsOf<InDates<Account['former_emails'][number], 'replaced_at'>>(tx)`
		select email, confirmed, replaced_at from former_addresses where uid = ${uid} order by replaced_at desc
	`;
}

function selectMailedLinks(tx: Tx, uid: string) {
	return rowsOf<InDates<Account['mailed_links'][number], 'expires_at'>>(tx)`
		select purpose, email, expires_at from action_codes where uid = ${uid} order by expires_at desc
	`;
}
