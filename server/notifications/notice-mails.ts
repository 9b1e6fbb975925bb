import type { NoticeContent } from '../../contract/accounts/notices.ts';
import type { Mail } from '../lib/mail.ts';
import { type Letter, type MailWords, writeMail } from './mails.ts';

type MailedNotice = NoticeContent & { id: number };

/** @returns undefined for a notice that is shown in the app alone. */
export function noticeMail(words: MailWords, notice: MailedNotice, to: string): Mail | undefined {
	const letter = letterOf(words, notice);
	if (!letter) return undefined;
	const { host } = new URL(words.publicUrl);
	return { to, id: `<notice-${notice.id}@${host}>`, ...writeMail(words, letter) };
}

function letterOf(words: MailWords, notice: MailedNotice): Letter | undefined {
	const { brand, publicUrl, legalContact, currencySign } = words;
	const history = { label: 'Withdraw history', url: `${publicUrl}/withdraw-history` };
	const robux = (amount: number) => `${amount.toFixed(2)} ${currencySign}`;
	switch (notice.kind) {
		case 'withdrawal-paid': {
			const { order_id, amount } = notice.data;
			return {
				subject: `Your withdrawal of ${robux(amount)} was paid`,
				paragraphs: [
					`Your game pass was bought: withdrawal ${order_id} of ${robux(amount)} is completed.`,
					'The game platform keeps what a sale earned pending for some days before you can spend it.',
				],
				button: history,
			};
		}
		case 'withdrawal-refunded': {
			const { order_id, amount } = notice.data;
			return {
				subject: `Your withdrawal of ${robux(amount)} could not be paid`,
				paragraphs: [
					`Withdrawal ${order_id} of ${robux(amount)} could not be paid. The whole amount is back in your balance.`,
					'Check that the game pass is still for sale at its price, with regional pricing off, and withdraw again.',
				],
				button: history,
				after: [`It fails again? Write to ${legalContact} and name the withdrawal.`],
			};
		}
		case 'paused':
			return {
				subject: `Withdrawals are paused for your account at ${brand}`,
				paragraphs: [
					`Withdrawals are paused for your account: ${notice.data.reason}`,
					'Your balance stays as it is, and you can go on earning.',
				],
				after: [`You think this is a mistake? Write to ${legalContact}, and a person will look at it.`],
			};
		case 'resumed':
			return {
				subject: `You can withdraw again at ${brand}`,
				paragraphs: ['Withdrawals are no longer paused for your account.'],
				button: { label: 'Withdraw', url: `${publicUrl}/withdraw` },
			};
		case 'message':
			return {
				subject: `A message from ${brand}`,
				paragraphs: notice.data.text.split(/\n{2,}/),
				after: [`To answer, write to ${legalContact}.`],
			};
		case 'game-account-lost':
			return {
				subject: `Your game account at ${brand} is linked to somebody else now`,
				paragraphs: [
					`Somebody has shown that the game account @${notice.data.username} is theirs, so it is no longer linked to your account.`,
					'Withdrawals that you asked for before go on. To withdraw again, link your own game account.',
				],
				button: { label: 'Withdraw', url: `${publicUrl}/withdraw` },
				after: [`It is your game account? Link it again and show that it is yours, or write to ${legalContact}.`],
			};
		case 'banned':
		case 'unbanned':
		case 'credit-held':
			return undefined;
	}
}
