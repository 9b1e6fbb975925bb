import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { openTestDatabase } from '../../test/support/database.ts';
import { silentLog } from '../../test/support/stubs.ts';
import { loadConfig } from '../app/config.ts';
import { findAuditHead, sealAudit } from '../lib/audit/audit-chain.ts';
import { recordAudit } from '../lib/audit.ts';
import { inTransaction } from '../lib/db/database.ts';
import type { LoggedEvent } from '../lib/event-log.ts';
import type { Mail } from '../lib/mail.ts';
import { listBooksAlerts } from './last-check.ts';
import { type ProveBooksDeps, proveBooks } from './prove-books.ts';

const database = openTestDatabase();
const { app, owner } = database;

test('the hourly check records the sealed audit head and emails the operator about an altered entry', async () => {
	const noted: LoggedEvent[] = [];
	const mails: Mail[] = [];
	const deps = {
		choresDb: app,
		log: silentLog,
		events: { note: (event: LoggedEvent) => noted.push(event) },
		mailer: { send: async (mail: Mail) => void mails.push(mail) },
		config: loadConfig({}),
	} as unknown as ProveBooksDeps;
	await inTransaction(app, (tx) =>
		recordAudit(tx, { atMs: Date.now(), actor: randomUUID(), action: 'ban', details: { reason: 'terms' } }),
	);
	await sealAudit({ owner });
	await proveBooks(deps);
	const { count, head } = await findAuditHead(app);
	expect(noted).toMatchObject([
		{ what: 'audit', outcome: 'hold', note: `${count}:${head}` },
		{ what: 'books', outcome: 'hold' },
	]);
	expect([count, mails]).toEqual([1, []]);

	await sql`update audit_records set action = 'unban'`.execute(owner);
	await proveBooks(deps);
	expect(noted.slice(2)).toMatchObject([
		{ what: 'audit', outcome: 'broken' },
		{ what: 'books', outcome: 'broken' },
	]);
	expect(mails).toMatchObject([{ text: expect.stringContaining('no sealed audit entry was changed: number 1') }]);
});

test('raises an alert if the last check found a problem or was more than three hours ago', async () => {
	const checkedAt = Date.UTC(2026, 10, 20, 12);
	const check = (outcome: string) =>
		sql`
			insert into log_entries (at, source, what, outcome)
			values (to_timestamp(${checkedAt / 1_000}), 'job', 'books', ${outcome})
		`.execute(owner);
	const kindsAfter = async (hours: number) => {
		const clock = { now: () => checkedAt + hours * 3_600_000 };
		return (await listBooksAlerts({ db: app, clock })).map(({ kind }) => kind);
	};
	expect(await kindsAfter(9)).toEqual([]);
	await check('hold');
	expect([await kindsAfter(3), await kindsAfter(4)]).toEqual([[], ['books-unproven']]);
	await check('broken');
	expect([await kindsAfter(1), await kindsAfter(4)]).toEqual([['books'], ['books', 'books-unproven']]);
});
