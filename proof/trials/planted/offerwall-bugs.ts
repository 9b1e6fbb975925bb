import { type Bug, inFolder } from './bug.ts';

const bug = inFolder('server/offerwalls');

export const offerwallBugs: readonly Bug[] = [
	bug('a credit is acknowledged before the commit', 'postbacks/take-postback.ts', 'postbacks/take-postback.test.ts', {
		from: 'const { outcome, banned } = await events.add({ event, received, wall, holdOf });',
		to: `events.add({ event, received, wall, holdOf }).catch(() => {});
		const { outcome, banned } = { outcome: 'booked', banned: false } as BookedEvent;`,
	}),
	bug('a failure of ours is answered with success', 'routes.ts', 'postbacks/take-postback.test.ts', {
		from: "return reply.code(503).header('retry-after', 5).send('ERROR');",
		to: "return reply.code(200).send('OK');",
	}),
	bug('what is signed is read before it is hashed', 'postbacks/signature.ts', 'postbacks/signature.test.ts', {
		from: 'parts.push(hashedValue(signature, part, value));',
		to: 'parts.push(hashedValue(signature, part, Number.isNaN(Number(value)) ? value : String(Number(value))));',
	}),
	bug('the signature is looked at, not compared', 'postbacks/signature.ts', 'postbacks/tampering.test.ts', {
		from: "return isSameText(expected, encoding === 'hex' ? given.toLowerCase() : given.replaceAll(' ', '+'));",
		to: 'return given.length === expected.length && encoding !== undefined;',
	}),
	bug('the beginning of a signature is enough', 'postbacks/same-text.ts', 'postbacks/same-text.test.ts', {
		from: 'return a.length === b.length && timingSafeEqual(a, b);',
		to: 'return b.length > 0 && timingSafeEqual(a.subarray(0, b.length), b.subarray(0, a.length));',
	}),
	bug('of a repeated parameter the last one counts', 'postbacks/raw-parameters.ts', 'postbacks/take-postback.test.ts', {
		from: 'parameters.has(name) || parameters.size === PARAMETERS_MAX',
		to: 'parameters.size === PARAMETERS_MAX',
	}),
	bug('of a repeated name in JSON the last one counts', 'postbacks/raw-parameters.ts', 'postbacks/tampering.test.ts', {
		from: 'if (!name || value === undefined || parameters.has(name)) return undefined;',
		to: 'if (!name || value === undefined) return undefined;',
	}),
	bug('one signed text is booked in two cuts', 'booking/decide-round.ts', 'booking/cut-otherwise.test.ts', {
		from: 'return cutOtherwise.has(item) ||',
		to: 'return cutOtherwise.size < 0 ||',
	}),
	bug('a transaction is booked for two users', 'booking/decide-round.ts', 'booking/claimed-transaction.test.ts', {
		from: 'if (owner !== undefined) return owner === uid ? undefined : whys.otherUser;',
		to: 'if (owner !== undefined) return undefined;',
	}),
	bug('what comes with a batch waits for the next', 'booking/decide-round.ts', 'booking/book-events.test.ts', {
		from: 'if (credited.has(uid) && !stands) return undefined;',
		to: '',
	}),
	bug('the address of the caller is not looked at', 'walls/wall-guard.ts', 'postbacks/take-postback.test.ts', {
		from: 'if (!isAllowedAt(wall)(ip)) return whys.notThePartner;',
		to: '',
	}),
	bug(
		'a reversal takes back more than its credit was',
		'booking/offer-transfers.ts',
		'postbacks/take-postback.test.ts',
		{
			from: 'return asRobuxCents(Math.min(askedOf(taking), taking.credit.amount));',
			to: 'return askedOf(taking);',
		},
	),
	bug('a boost outlives its credit', 'booking/decide-round.ts', 'booking/boosts.test.ts', {
		from: 'for (const end of boost) batch.addNew(end);',
		to: 'void boost;',
	}),
	bug('a repeat is reckoned by the rate of now', 'booking/reckon.ts', '../admin/offerwalls/rates.test.ts', {
		from: 'const rate = rateOfRow(item.wall, first.termsId);',
		to: 'const rate = rateAt(item.wall, item.received);',
	}),
	bug('a reversal before its credit is forgotten', 'booking/decide-round.ts', 'postbacks/take-postback.test.ts', {
		from: 'waiting.push(reversal);',
		to: '',
	}),
	bug('a repeated reversal counts as another chargeback', 'booking/decide-round.ts', 'booking/chargeback.test.ts', {
		from: 'return credit.takenBackId === null ? takeBack(plan, { reversal, credit }) : replayed(credit.takenBackId);',
		to: `if (credit.takenBackId === null) return takeBack(plan, { reversal, credit });
	taken.set(credit.transferId, { reversal, credit, transferId: -credit.takenBackId });
	return replayed(credit.takenBackId);`,
	}),
	bug('the fourth chargeback bans, not the third', 'booking/chargeback.ts', 'booking/chargeback.test.ts', {
		from: 'if (before + added >= settings.chargebacksToBan) {',
		to: 'if (before + added > settings.chargebacksToBan) {',
	}),
	bug('a held credit is released though it was taken back', 'booking/end-holds.ts', 'booking/held-credit.test.ts', {
		from: 'if (!credit || !isHeld(credit) || !batch.isOpen(uid)) return [];',
		to: 'if (!credit) return [];',
	}),
	bug('a reversal of a held credit takes from the wallet', 'booking/decide-round.ts', 'booking/held-credit.test.ts', {
		from: 'const isCancelled = isHeld(credit) && !isPart;',
		to: 'const isCancelled = isHeld(credit) && isPendingId(credit.transactionId);',
	}),
	bug('a page of history is of any user', 'history/store-history.ts', 'history/get-offer-history.test.ts', {
		from: 'where t.uid = ${uid} and t.id < ${beforeId ?? Number.MAX_SAFE_INTEGER} and',
		to: 'where (${beforeId !== undefined} or t.uid = ${uid}) and t.id < ${beforeId ?? Number.MAX_SAFE_INTEGER} and',
	}),
];
