import { callError } from '../../../contract/refusals.ts';
import { retentionMs } from '../../../contract/site/retention.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import type { DataCaller } from '../../lib/http/data.ts';
import { deletePicturesBefore, selectPicture } from './store-pictures.ts';

/** Sends the image as the server re-encoded it; headers stop it from running scripts. @throws CallError `not-found` */
export async function getClaimPicture({ db }: { db: Database }, _input: undefined, { request, reply }: DataCaller) {
	const { reference = '', position = '' } = request.params;
	const found = /^[1-9]$/.test(position) && (await selectPicture(db, { reference, position: Number(position) }));
	if (!found) throw callError('not-found', 'no-such-picture');
	return reply
		.header('content-type', 'image/webp')
		.header('content-security-policy', "default-src 'none'; sandbox")
		.header('x-content-type-options', 'nosniff')
		.header('content-disposition', `inline; filename="${reference}-${position}.webp"`)
		.send(found.bytes);
}

/** Deletes images by age in every state, because a screenshot can show private data. */
export async function purgeClaimPictures({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	await deletePicturesBefore(db, new Date(clock.now() - retentionMs('pictures')));
}
