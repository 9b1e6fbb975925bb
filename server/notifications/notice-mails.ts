import type { NoticeContent } from '../../contract/accounts/notices.ts';
import { whyOf } from '../../contract/refusals.ts';
import type { Mail } from '../lib/mail.ts';
import type { Letters } from './letters/english.ts';
import { type Letter, type MailWords, writeMail } from './letters/letter.ts';
import { lettersIn } from './letters/letters.ts';

type MailedNotice = NoticeContent & { id: number };
/** `path`: where its button leads. */
type Written = { letter: Letter; path?: string };

/** @returns undefined for a notice that is shown in the app alone. */
export function noticeMail(
	words: MailWords,
	notice: MailedNotice,
	{ email, language }: { email: string; language: string | null },
): Mail | undefined {
	const { language: spoken, letters } = lettersIn(language);
	const written = write(words, letters, notice);
	if (!written) return undefined;
	const { letter, path = '' } = written;
	const { host } = new URL(words.publicUrl);
	const id = `<notice-${notice.id}@${host}>`;
	return { to: email, id, ...writeMail(words, spoken, letter, words.publicUrl + path) };
}

/** The page to object to it. */
const writeAbout = (what: string) => `/threads/new?about=${what}`;

function write(words: MailWords, letters: Letters, notice: MailedNotice): Written | undefined {
	switch (notice.kind) {
		case 'withdrawal-paid':
			return { letter: letters.withdrawalPaid(words, notice.data), path: '/withdraw-history' };
		case 'withdrawal-refunded':
			return { letter: letters.withdrawalRefunded(words, notice.data), path: '/withdraw-history' };
		case 'paused':
			return { letter: letters.paused(words, whyOf(notice.data.reason)), path: writeAbout('pause') };
		case 'resumed':
			return { letter: letters.resumed(words), path: '/withdraw' };
		case 'message':
			return { letter: letters.message(words, notice.data) };
		case 'game-account-lost':
			return { letter: letters.gameAccountLost(words, notice.data), path: '/withdraw' };
		case 'claim-settled':
			return { letter: letters.claimSettled(words, notice.data), path: '/claims' };
		case 'claim-declined':
			return { letter: letters.claimDeclined(words, notice.data), path: writeAbout(`claim:${notice.data.reference}`) };
		case 'claim-asked':
			return { letter: letters.claimAsked(words, notice.data), path: '/claims' };
		case 'claim-paid-twice':
			return { letter: letters.claimPaidTwice(words, notice.data), path: '/claims' };
		// These have mails of their own.
		case 'thread-answered':
		case 'banned':
		case 'unbanned':
		case 'credit-held':
			return undefined;
	}
}
