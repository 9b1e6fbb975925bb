import { transferWithText } from '../../ledger/store.ts';
import { ofUsers, type Tx } from '../../lib/db/database.ts';
import { prepared, texts, uuids } from '../../lib/db/prepared.ts';
import { type BookedCredit, type CreditKey, creditReference } from './store.ts';

const importedOf = prepared<BookedCredit & { position: number }>(
	'select_imported_credits',
	// Such a credit has no transfer. The negative id tells the credits of one round apart.
	`select (k.n - 1)::int as position, -1 - abs(hashtext(h.id)::bigint) as "transferId", 'credit' as kind, h.amount,
		0::bigint as "payoutMicros", null as "offerId", h.name as "offerName", k.id as "transactionId",
		reversal.id as "takenBackId", true as "isImported", null as "termsId", null as "boostAmount", null as "boostTermsId",
		false as "isBonus", false as "isReleased", false as "isRejected", false as "isBraked"
	from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as k (uid, id, reference, n)
	join imported_history h on h.uid = k.uid and ${ofUsers('h.uid')} and h.kind = 'reward' and h.amount > 0
		and h.transaction_id = k.id
	left join lateral ${transferWithText('k.uid', 'k.reference', ofUsers('uid'))} reversal
		on reversal.reference = k.reference
	order by h.id desc`,
);

/** Finds credits of the imported history, by index in `keys`. Final only under the wallet locks. */
export async function selectImportedCredits(tx: Tx, keys: readonly CreditKey[]): Promise<Map<number, BookedCredit>> {
	if (keys.length === 0) return new Map();
	const { rows } = await importedOf(
		tx,
		uuids(keys.map(({ uid }) => uid)),
		texts(keys.map(({ transactionId }) => transactionId)),
		texts(keys.map(({ wall, transactionId }) => creditReference(wall, transactionId, 'reversal'))),
	);
	return new Map(rows.map(({ position, ...credit }) => [position, credit]));
}
