import { transferWithText } from '../../ledger/store.ts';

type Following = 'reversal' | 'cancel' | 'release' | 'boost';

/** SQL for the transfer that follows credit `t`, such as its release. `t.stem`: its reference without the last word. */
export function following(uid: string, what: Following, among = 'uid = $1'): string {
	const reference = `(t.stem || '${what}')`;
	return `(select f.id, f.at, f.amount, f.terms_id, f.reason, f.signed_text, f.signed_cut from ${transferWithText(uid, reference, among)} f where f.reference = ${reference})`;
}

/** Requires {@link creditStateJoins}. */
export const creditStateColumns = `t.kind = 'credit-hold' and released.id is null
			and cancelled.id is null and reversal.id is null as "isHeld",
		h.release_at as until, coalesce(reversal.at, cancelled.at) as "takenBackAt"`;

export const creditStateJoins = `left join credited_goals g on g.uid = t.uid and g.uid = $1 and g.transfer_id = t.id
	left join held_credits h on h.uid = t.uid and h.uid = $1 and h.hold_id = t.id
	left join lateral ${following('t.uid', 'reversal')} reversal on true
	left join lateral ${following('t.uid', 'cancel')} cancelled on t.kind = 'credit-hold'
	left join lateral ${following('t.uid', 'release')} released on t.kind = 'credit-hold'`;
