import { createHmac } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { type DbDeps, rowOf, rowsOf } from '../../lib/db/database.ts';
import { isSameText } from '../../lib/secrets/same-text.ts';

const STEP_MS = 30_000;

/** Uses up a recovery code. */
export async function isOwnCode(
	{ db, clock }: DbDeps,
	ctx: GenericEndpointContext,
	{ uid, code }: { uid: string; code: string },
): Promise<boolean> {
	const stored = await rowOf<{ secret: string; codes: string }>(db)`
		select secret, backup_codes as codes from auth_two_factor where user_id = ${uid}
	`;
	if (!stored) return false;
	const key = ctx.context.secretConfig;
	const secret = await symmetricDecrypt({ key, data: stored.secret });
	const step = Math.floor(clock.now() / STEP_MS);
	if ([step - 1, step, step + 1].some((each) => isSameText(oneTimePassword(secret, each), code))) return true;
	const codes: string[] = JSON.parse(await symmetricDecrypt({ key, data: stored.codes }));
	if (!codes.includes(code)) return false;
	const left = await symmetricEncrypt({ key, data: JSON.stringify(codes.filter((each) => each !== code)) });
	const used = await rowsOf(db)`
		update auth_two_factor set backup_codes = ${left} where user_id = ${uid} and backup_codes = ${stored.codes} returning id
	`;
	return used.length > 0;
}

/** Source: RFC 4226, section 5.3. */
function oneTimePassword(secret: string, step: number): string {
	const counter = Buffer.alloc(8);
	counter.writeBigUInt64BE(BigInt(step));
	const mac = createHmac('sha1', secret).update(counter).digest();
	const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
	return String(number % 1_000_000).padStart(6, '0');
}
