import { type Bug, inFolder } from './bug.ts';

const bug = inFolder('server/withdrawals');

export const withdrawalBugs: readonly Bug[] = [
	bug(
		'the hold is not under the lock of the wallet',
		'request/process-withdrawal.ts',
		'request/process-withdrawal.test.ts',
		{
			from: "import { lockWallet } from '../../ledger/wallet.ts';",
			to: "import { findWallet } from '../../ledger/wallet.ts';",
		},
		{
			from: 'lockWallet(tx, uid),',
			to: 'findWallet(tx, uid).then((wallet) => wallet ?? Promise.reject(new WalletClosed(uid))),',
		},
	),
	bug('the key of one open order is gone', '/db/migrations/010-screening.sql', 'keys.test.ts', {
		from: 'create unique index withdrawals_one_open on',
		to: 'create index withdrawals_one_open on',
	}),
	bug('the key of request ids is gone', '/db/migrations/001-baseline.sql', 'keys.test.ts', {
		from: 'create unique index withdrawals_request on',
		to: 'create index withdrawals_request on',
	}),
	bug('the request id is ignored', 'request/request-rules.ts', 'request/process-withdrawal.test.ts', {
		from: 'if (!earlier) return undefined;',
		to: 'if (earlier !== undefined) return undefined;',
	}),
	bug('a request id answers for other content', 'request/request-rules.ts', 'request/process-withdrawal.test.ts', {
		from: "if (!isSame) throw new CallError('already-exists', refusal('request-id-reused'));",
		to: '',
	}),
	bug("another account's game name is taken", 'request/request-rules.ts', 'request/process-withdrawal.test.ts', {
		from: ' || !isSameName(robloxUsername, request.robloxUsername)',
		to: '',
	}),
	bug('a time-out refunds', 'withdrawal.ts', 'payouts/pay-withdrawal.test.ts', {
		from: "return { to: 'unknown', askAfterMs: waitMsOf(answer.retryAfterMs, askAfterMs) };",
		to: "return { to: 'failed', refusal: 'unclear' };",
	}),
	bug('an error 500 of the vendor refunds', 'vendors/rbxcrate.ts', 'vendors/rbxcrate.test.ts', {
		from: 'if (!body || answer.status < 400 || answer.status >= 500) return unclear(answer);',
		to: 'if (!body || answer.status < 400) return unclear(answer);',
	}),
	bug('a refusal of the second attempt refunds the first', 'withdrawal.ts', 'payouts/reconcile-withdrawal.test.ts', {
		from: "if (order.attempts === 1) return { to: 'failed', refusal: answer.reason };",
		to: "if (order.attempts > 0) return { to: 'failed', refusal: answer.reason };",
	}),
	bug('another attempt has a new order id', 'payouts/pay-withdrawal.ts', 'payouts/pay-withdrawal.test.ts', {
		from: 'const net = robuxToWire(order.amount);\n\treturn { orderId,',
		to: 'const net = robuxToWire(order.amount);\n\treturn { orderId: order.attempts > 1 ? `${orderId}-2` : orderId,',
	}),
	bug('the vendor is called before the commit', 'payouts/claim-withdrawals.ts', 'payouts/pay-withdrawal.test.ts', {
		from: 'return orders.flatMap((order) => order ?? []);',
		to: `for (const order of orders) {
			if (order) await (deps as PayoutDeps).vendors.get(order.vendor)?.create({ ...order, net: order.amount / 100 });
		}
		return orders.flatMap((order) => order ?? []);`,
	}),
	bug('a state follows whatever the order is in', '/db/migrations/010-screening.sql', 'change-state.test.ts', {
		from: 'where w.uid = c.uid and w.id = c.id and w.state = c.from_state',
		to: 'where w.uid = c.uid and w.id = c.id',
	}),
	bug('a change of state is not looked up in the table', 'change-state.ts', 'change-state.test.ts', {
		from: 'if (!canFollow(from, to)) throw',
		to: 'if (from === to && !canFollow(from, to)) throw',
	}),
	bug('the application may write a state by itself', '/db/grants.sql', 'change-state.test.ts', {
		from: 'grant update (asks, next_ask_at,',
		to: 'grant update (state, asks, next_ask_at,',
	}),
	bug(
		'two workers may claim the same new order',
		'payouts/claim-withdrawals.ts',
		'change-state.test.ts',
		{
			from: 'return orders.flatMap((order) => order ?? []);',
			to: 'return free as never;',
		},
		{
			from: 'const free = await store.lockRequested(tx, callable, now);',
			to: `const free = callable.map((row) => ({ ...row, amount: asRobuxCents(500), attempts: 0 }));`,
		},
	),
	bug(
		'a lease has no fence: a late answer is written',
		'/db/migrations/010-screening.sql',
		['payouts/stalled-worker.test.ts', 'payouts/gather-writes.test.ts'],
		{ from: 'and (w.fence = c.fence or c.fence is null and (', to: 'and (c.fence is not null or (' },
	),
	bug(
		'what is written together moves the money of a claim that was lost',
		'change-state.ts',
		'payouts/gather-writes.test.ts',
		{
			from: 'const closed = changes.flatMap(({ to, at }, n) => {',
			to: 'const closed = changes.flatMap(({ of, to, at }, n) => {',
		},
		{ from: 'return row && step ? [{ ...row, step,', to: 'return step ? [{ ...((row ?? of) as WithdrawalRow), step,' },
	),
	bug(
		'one order above a cap takes all that are claimed with it',
		'payouts/gather-writes.ts',
		'payouts/gather-writes.test.ts',
		{
			from: 'error instanceof MustWait || ',
			to: '',
		},
	),
	bug('a claim that is over sends again', 'payouts/reconcile-withdrawal.ts', 'payouts/stalled-worker.test.ts', {
		from: 'holds(order, at.getTime()) ? await changeStates(tx, [again]) : []',
		to: 'await changeStates(tx, [again])',
	}),
	bug(
		"nobody looks at the vendor's memory before another attempt",
		'payouts/pay-withdrawal.ts',
		'payouts/stalled-worker.test.ts',
		{
			from: 'if (order.attempts > 1 && !mayRepeat(',
			to: 'if (order.attempts < 0 && !mayRepeat(',
		},
	),
	bug(
		'"no such order" is believed while an attempt is on its way',
		'withdrawal.ts',
		'payouts/reconcile-withdrawal.test.ts',
		{
			from: 'if (settlesInMs > 0) return',
			to: 'if (settlesInMs > 1e12) return',
		},
	),
	bug('an order of another amount counts as ours', 'withdrawal.ts', 'payouts/reconcile-withdrawal.test.ts', {
		from: 'return isSameAmount && isSameUser;\n}\n\n/** The job',
		to: 'return isSameAmount || isSameUser;\n}\n\n/** The job',
	}),
	bug(
		'a callback is trusted without asking',
		'vendors/vendor-webhook.ts',
		'vendors/vendor-webhook.test.ts',
		{
			from: "import { wakeByOrderId } from '../payouts/store-payouts.ts';",
			to: `import { claimToAsk } from '../payouts/claim-withdrawals.ts';
import { wakeByOrderId } from '../payouts/store-payouts.ts';
import { payoutTimes, recordOutcome } from '../payouts/record-outcome.ts';`,
		},
		{
			from: 'if (woken.length > 0) wakePayouts();',
			to: `const times = payoutTimes({ timeoutMs: 1, reconcileMinMs: 1, reconcileMaxMs: 1 });
	for (const key of woken) {
		const [order] = await claimToAsk({ db, clock, log, times }, [key]);
		const hasPaid = (body as { status?: unknown }).status === 'Completed';
		const verdict = hasPaid ? ({ to: 'completed' } as const) : ({ to: 'failed', refusal: 'callback' } as const);
		const event = { kind: 'callback', details: {} } as const;
		if (order) await recordOutcome({ db, clock, log, vendors, times, publish() {} }, order, verdict, { event });
	}
	if (woken.length > 0) wakePayouts();`,
		},
	),
	bug("a callback's signature is not looked at", 'vendors/rbxcrate-callback.ts', 'vendors/vendor-webhook.test.ts', {
		from: "return isSigned ? { kind: 'order', orderId: callback.data.orderId, isSigned } : { kind: 'forged' };",
		to: "return { kind: 'order', orderId: callback.data.orderId, isSigned };",
	}),
	bug('the kill switch is not looked at by the claim', 'safety/payout-safety.ts', 'safety/payout-safety.test.ts', {
		from: "if (!settings.isOn) throw new MustWait('payouts are switched off', nowMs + SWITCHED_OFF_WAIT_MS);",
		to: '',
	}),
	bug('a person may refund what the vendor once had', 'review/review.ts', 'review/review-withdrawal.test.ts', {
		from: "if (order.isAcknowledged) return { objection: 'vendor-had-it' };\n\tif (moment.nowMs < order.lastSentAtMs + NEVER",
		to: 'if (moment.nowMs < order.lastSentAtMs + NEVER',
	}),
	bug('one admin settles alone', 'review/settle-withdrawal.ts', 'review/settle-withdrawal.test.ts', {
		from: 'if (approve && kept.proposedBy === admin.actor.uid)',
		to: 'if (approve && kept.proposedBy === order.uid)',
	}),
	bug(
		'what admins settle comes before what the vendor says',
		'review/review.ts',
		['review/review.test.ts', 'review/settle-withdrawal.test.ts'],
		{
			from: "if (answer.kind === 'found') return 'vendor-knows-it';",
			to: "if (answer.kind === 'found' && answer.order.outcome === 'open') return 'vendor-knows-it';",
		},
	),
	bug('a page of withdrawals is of any user', 'store.ts', 'history/get-withdraw-history.test.ts', {
		from: 'from withdrawals where uid = ${uid} ${after}',
		to: 'from withdrawals where (${before !== undefined} or uid = ${uid}) ${after}',
	}),
];
