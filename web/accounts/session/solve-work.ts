const BATCH = 500;
const BITS_MAX = 20;

/** Finds a nonce whose SHA-256 starts with enough zero bits. */
export async function solveWork(challenge: string): Promise<string> {
	const bits = Number(challenge.split('.', 1)[0]);
	// Pages without https have no `subtle`.
	if (!globalThis.crypto.subtle || !(bits <= BITS_MAX)) return '';
	const encoder = new TextEncoder();
	for (let start = 0; ; start += BATCH) {
		const solutions = Array.from({ length: BATCH }, (_, n) => `${challenge}.${start + n}`);
		const digests = await Promise.all(
			solutions.map((solution) => crypto.subtle.digest('SHA-256', encoder.encode(solution))),
		);
		const found = digests.findIndex((digest) => new DataView(digest).getUint32(0) >>> (32 - bits) === 0);
		if (found >= 0) return solutions[found] ?? '';
	}
}
