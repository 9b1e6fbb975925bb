import { type Branding, namesIn } from '../../contract/branding.ts';
import type { CallInput, CallResult } from '../../contract/calls.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { CLAIM_DAYS } from '../../contract/limits.ts';
import { callError } from '../../contract/refusals.ts';
import { requireSecond } from '../accounts/second-person.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../accounts/with-audit.ts';
import { type DbDeps, inTransaction } from '../lib/db/database.ts';
import { knownLanguage, type Languages, textIn } from '../lib/language/language.ts';
import { timeInWords } from '../notifications/letters/letters.ts';
import { notifyUsers } from '../notifications/notify-user.ts';
import * as store from './store-wind-down.ts';

export async function getWindDown({ db }: ActionDeps): Promise<CallResult<'getWindDown'>> {
	return { ends_at: (await store.selectWindDown(db))?.endsAt.getTime() ?? null };
}

export async function adminSetWindDown(
	deps: ActionDeps,
	{ ends_at, reason }: CallInput<'adminSetWindDown'>,
	admin: AdminContext,
): Promise<CallResult<'adminSetWindDown'>> {
	const endsAt = ends_at === null ? null : new Date(ends_at);
	const refused = callError('failed-precondition', 'service-end-date');
	if (endsAt) {
		const announced = await store.selectWindDown(deps.db);
		if (endsAt.getTime() < deps.clock.now() + CLAIM_DAYS * DAY_MS || (announced && endsAt <= announced.endsAt))
			throw refused;
		requireSecond(admin);
	}
	const action = endsAt ? 'announce-wind-down' : 'take-back-wind-down';
	await withAudit(deps, admin, { action, reason }, async (tx, atMs) => {
		const at = new Date(atMs);
		if (!(await (endsAt ? store.upsertWindDown(tx, { at, endsAt }) : store.takeBackWindDown(tx, at)))) throw refused;
		return { result: undefined, change: { after: { ends_at: endsAt } } };
	});
	return getWindDown(deps);
}

export type NotifyDeps = DbDeps & { words: Branding; languages: Languages; publish: (uid: string) => void };

const PAGE_SIZE = 500;

/** Safe to rerun: notifies each user once per date. */
export async function notifyUsersOfEnd({ db, clock, words, languages, publish }: NotifyDeps): Promise<void> {
	for (let after: string | null | undefined = null; after !== undefined; ) {
		const page = { after, limit: PAGE_SIZE };
		const uids: string[] = await inTransaction(db, async (tx) => {
			const row = await store.selectWindDown(tx);
			if (!row || row.endsAt.getTime() <= clock.now()) return [];
			const endsAtMs = row.endsAt.getTime();
			const reference = `wind-down/${row.id}/${endsAtMs}`;
			const users = await store.selectUsersToNotify(tx, { ...page, reference });
			const notices = users.map(({ uid, language }) => {
				const known = knownLanguage(language, languages);
				const places = { ...namesIn(words), time: timeInWords(known, endsAtMs) };
				const text = textIn(known, 'mail_service_ending_message', places);
				return { uid, reference, kind: 'message', data: { text } } as const;
			});
			await notifyUsers(tx, notices);
			return users.map(({ uid }) => uid);
		});
		for (const uid of uids) publish(uid);
		after = uids[PAGE_SIZE - 1];
	}
}
