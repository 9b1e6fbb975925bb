import type { NoticeContent } from '../../contract/accounts/notices.ts';
import { reasonMessageOf } from '../../contract/refusals.ts';
import type { Mail } from '../lib/mail.ts';
import { type Letter, type MailWords, writeMail } from './letters/letter.ts';
import { type LetterWriter, letterWriter } from './letters/letters.ts';

type MailedNotice = NoticeContent & { id: number };
type Written = { letter: Letter; path?: string };

export function noticeMail(
	words: MailWords,
	notice: MailedNotice,
	{ email, language }: { email: string; language: string | null },
): Mail | undefined {
	const writer = letterWriter(words, language);
	const written = write(writer, notice);
	if (!written) return undefined;
	const { letter, path = '' } = written;
	const { host } = new URL(words.publicUrl);
	const id = `<notice-${notice.id}@${host}>`;
	return { to: email, id, ...writeMail(words, writer.language, letter, words.publicUrl + path) };
}

const writeAbout = (what: string) => `/threads/new?about=${what}`;

function write({ letter, amount, claim, reason, failure }: LetterWriter, notice: MailedNotice): Written | undefined {
	switch (notice.kind) {
		case 'withdrawal-paid':
		case 'withdrawal-refunded': {
			const { order_id, amount: robux } = notice.data;
			const places = { order_id, amount: amount(robux) };
			const written =
				notice.kind === 'withdrawal-paid'
					? letter('withdrawal_paid', places)
					: letter('withdrawal_refunded', { ...places, why: failure(notice.data.because ?? 'other') });
			return { letter: written, path: '/withdraw-history' };
		}
		case 'paused':
			return {
				letter: letter('paused', { reason: reason(reasonMessageOf(notice.data.reason)) }),
				path: writeAbout('pause'),
			};
		case 'resumed':
			return { letter: letter('resumed'), path: '/withdraw' };
		case 'message':
			return { letter: letter('message', notice.data) };
		case 'game-account-lost':
			return { letter: letter('game_account_lost', notice.data), path: '/withdraw' };
		case 'claim-settled': {
			const name = notice.data.by === 'us' ? 'claim_settled' : 'claim_settled_by_partner';
			return { letter: letter(name, { ...claim(notice.data), amount: amount(notice.data.amount) }), path: '/claims' };
		}
		case 'claim-declined': {
			const { reference, said } = notice.data;
			const path = writeAbout(`claim:${reference}`);
			return { letter: letter('claim_declined', { ...claim(notice.data), said }), path };
		}
		case 'claim-asked':
			return { letter: letter('claim_asked', claim(notice.data)), path: '/claims' };
		case 'claim-paid-twice': {
			const places = { ...claim(notice.data), amount: amount(notice.data.amount) };
			return { letter: letter('claim_paid_twice', places), path: '/claims' };
		}
		case 'thread-answered':
		case 'banned':
		case 'unbanned':
		case 'credit-held':
			return undefined;
	}
}
