import { type Branding, namesIn } from '../../contract/branding.ts';
import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction } from '../lib/db/database.ts';
import { knownLanguage, type Languages } from '../lib/language/language.ts';
import { textIn } from '../lib/language/texts.ts';
import { timeInWords } from '../notifications/letters/letters.ts';
import { notifyUsers } from '../notifications/notify-user.ts';
import { selectUsersToNotify, selectWindDown } from './store-wind-down.ts';

export type NotifyDeps = {
	db: Database;
	clock: Clock;
	words: Branding;
	languages: Languages;
	publish: (uid: string) => void;
};

const PAGE_SIZE = 500;

/** Safe to rerun: notifies each user once per date. */
export async function notifyUsersOfEnd(deps: NotifyDeps): Promise<void> {
	let after: string | null = null;
	do {
		const uids = await notifyPage(deps, after);
		for (const uid of uids) deps.publish(uid);
		after = uids[PAGE_SIZE - 1] ?? null;
	} while (after !== null);
}

function notifyPage({ db, clock, words, languages }: NotifyDeps, after: string | null): Promise<string[]> {
	return inTransaction(db, async (tx) => {
		const row = await selectWindDown(tx);
		if (!row || row.endsAt.getTime() <= clock.now()) return [];
		const endsAtMs = row.endsAt.getTime();
		const reference = `wind-down/${row.id}/${endsAtMs}`;
		const users = await selectUsersToNotify(tx, { after, reference, limit: PAGE_SIZE });
		const notices = users.map(({ uid, language }) => {
			const known = knownLanguage(language, languages);
			const places = { ...namesIn(words), time: timeInWords(known, endsAtMs) };
			const text = textIn(known, 'mail_service_ending_message', places);
			return { uid, reference, kind: 'message', data: { text } } as const;
		});
		await notifyUsers(tx, notices);
		return users.map(({ uid }) => uid);
	});
}
