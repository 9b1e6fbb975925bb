import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../lib/clock-and-log.ts';
import { visitorOf } from '../../lib/http/callers.ts';
import { isSameText } from '../../lib/secrets/same-text.ts';

/** Half a second in a browser. */
const BITS = 15;
const VALID_MS = 2 * 60_000;
const USED_MAX = 50_000;

/** A challenge is `bits.time.random.mac`. A solution works once, for the network that got the challenge. */
export function createProofOfWork({ authSecret, clock }: { authSecret: string; clock: Clock }) {
	const used = new Set<string>();
	const sign = (text: string, ip: string) =>
		createHmac('sha256', authSecret)
			.update(`work\0${text}\0${visitorOf(ip)}`)
			.digest('base64url');

	return {
		challenge(ip: string): string {
			const text = `${BITS}.${clock.now()}.${randomBytes(9).toString('base64url')}`;
			return `${text}.${sign(text, ip)}`;
		},
		isSolved(solution: unknown, ip: string): boolean {
			if (typeof solution !== 'string' || solution.length > 200) return false;
			const [bits, time = '', random, mac = ''] = solution.split('.');
			const text = `${bits}.${time}.${random}`;
			if (clock.now() - Number(time) > VALID_MS || used.has(text) || !isSameText(sign(text, ip), mac)) return false;
			const digest = createHash('sha256').update(solution).digest();
			if (digest.readUInt32BE() >>> (32 - BITS) !== 0) return false;
			if (used.size >= USED_MAX) used.delete(used.values().next().value as string);
			used.add(text);
			return true;
		},
	};
}
