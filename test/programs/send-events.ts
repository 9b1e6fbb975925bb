import { randomUUID } from 'node:crypto';
import { asRobuxCents } from '../../contract/money.ts';
import { startDeliveries } from '../../server/events-out/deliver-events.ts';
import { postTransfer } from '../../server/ledger/post-transfer.ts';
import { systemClock } from '../../server/lib/clock-and-log.ts';
import { createDatabase, createPool, inTransaction } from '../../server/lib/db/database.ts';
import { createSecretBox } from '../../server/lib/secrets/secret-box.ts';
import { silentLog } from '../support/stubs.ts';

// A killable process that books credits for the users in turn, unless it is only to deliver, and delivers their events.
const [url = '', secretsKey = '', ...uids] = process.argv.slice(2);
const db = createDatabase(createPool({ url, poolSize: 12, applicationName: 'events', onError: () => {} }));
const secretBox = createSecretBox(secretsKey);
startDeliveries({ db, clock: systemClock, log: silentLog, secretBox, config: { isProduction: false } });
await Promise.all(
	uids.map(async (uid) => {
		for (;;) {
			const reference = `offer/w/${randomUUID()}/credit`;
			const credit = { kind: 'credit' as const, uid, wall: 'w', amount: asRobuxCents(100) };
			await inTransaction(db, (tx) => postTransfer(tx, { ...credit, reference, atMs: Date.now() }));
		}
	}),
);
