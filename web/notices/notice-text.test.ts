import type { Notice } from '../../contract/accounts/notices.ts';
import { noticeText } from './notice-list.tsx';

const order = { order_id: 'W-1', amount: 50 };
const until = new Date(2030, 0, 2, 15, 4).getTime();

test.each([
	['withdrawal-paid', order, /^Your withdrawal of 50\.00 R\$ was paid \(W-1\)/],
	['withdrawal-refunded', order, /50\.00 R\$ failed \(W-1\).*back in your balance.*couldn't complete it/],
	['withdrawal-refunded', { ...order, because: 'regional-pricing' }, /Regional Pricing was on.*Turn it off on Roblox/],
	['credit-held', { amount: 12.5, name: 'A game', until }, /^12\.50 R\$ for A game is on hold until .*2030/],
	['credit-held', { amount: 12.5, name: null, until }, /^12\.50 R\$ is on hold until/],
	['paused', { reason: 'We check.' }, /paused for your account: We check\./],
	['resumed', {}, /withdraw again/],
	['banned', { reason: 'Cheating.' }, /banned: Cheating\./],
	['unbanned', {}, /lifted/],
	['offer-expiring', { offer: 'A game', offer_id: 'o', until }, /^Complete A game by Jan 2, 2030, 3:04/],
	['message', { text: 'Hello\nthere' }, /: Hello\nthere$/],
])('a notice of the kind %s has its text', (kind, data, sentence) => {
	const notice = { id: 1, created_at: 0, is_read: false, kind, data } as Notice;
	expect(noticeText(notice)).toMatch(sentence);
});

test('ignores a notice kind that it does not know', () => {
	const notice = { id: 1, created_at: 0, is_read: false, kind: 'newer', data: {} } as unknown as Notice;
	expect(noticeText(notice)).toBeUndefined();
});
