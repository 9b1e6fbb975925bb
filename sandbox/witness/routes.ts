import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** Two witnesses as in c2sp.org/tlog-witness. Their keys are public, so they prove nothing. */

const names = ['first', 'second'] as const;
const faults = ['none', 'wrong-signature', 'unknown-key', 'old-time', 'unavailable'] as const;
type Fault = (typeof faults)[number];
type Seen = { size: number; root: Buffer };

const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const OLD_S = 86_400;
const BODY = /^old (\d+)\n((?:[\w+/=]+\n)*)\n((.+)\n(\d+)\n(.+)\n(?:.+\n)*)\n((?:— .+\n)+)$/;

const sha256 = (...parts: (Buffer | string)[]) =>
	hash('sha256', Buffer.concat(parts.map((part) => Buffer.from(part))), 'buffer');
const keyId = (name: string, type: number, key: Buffer) => sha256(`${name}\n`, Buffer.of(type), key).subarray(0, 4);

function keyOf(text: string) {
	const der = Buffer.concat([PRIVATE_PREFIX, sha256(text)]);
	const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
	const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
	return { privateKey, publicKey };
}

function createWitness(id: string) {
	const name = `witness.sandbox/${id}`;
	const [own, other] = [keyOf(name), keyOf(`${name} of someone else`)];
	let fault: Fault = 'none';
	const logs = new Map<string, Seen>();

	function cosign(text: string): string {
		const seconds = Math.floor(Date.now() / 1000) - (fault === 'old-time' ? OLD_S : 0);
		const { privateKey, publicKey } = fault === 'unknown-key' ? other : own;
		const time = Buffer.alloc(8);
		time.writeBigUInt64BE(BigInt(seconds));
		const body = fault === 'wrong-signature' ? `${text} ` : text;
		const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${body}`), privateKey);
		return `— ${name} ${Buffer.concat([keyId(name, 4, publicKey), time, signature]).toString('base64')}\n`;
	}
	return {
		logs,
		cosign,
		misbehave: (next: Fault) => {
			fault = next;
		},
		isUnavailable: () => fault === 'unavailable',
		line: (origin: string) =>
			`${name}+${keyId(name, 4, own.publicKey).toString('hex')}+${Buffer.of(4, ...own.publicKey).toString('base64')} ${origin}/witness/${id}`,
	};
}

export async function witnessRoutes(
	app: FastifyInstance,
	{ origin, productUrl }: { origin: () => string; productUrl: () => string },
): Promise<void> {
	const witnesses = new Map(names.map((name) => [name, createWitness(name)]));
	const parameters = z.object({ id: z.enum(names) });
	const one = (params: unknown) => witnesses.get(parameters.parse(params).id) as ReturnType<typeof createWitness>;
	app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));

	app.get('/witness/lines', async () => [...witnesses.values()].map(({ line }) => line(origin())).join('\n'));
	app.post('/control/witnesses/:id', async ({ params, body }) => {
		one(params).misbehave(z.strictObject({ fault: z.enum(faults) }).parse(body).fault);
		return { witnesses: names, faults };
	});
	app.post('/witness/:id/add-checkpoint', async ({ params, body }, reply) => {
		const witness = one(params);
		if (witness.isUnavailable()) return reply.code(503).send('');
		const [, oldSize, proof = '', text = '', log = '', newSize, root = '', signatures = ''] =
			BODY.exec(String(body)) ?? [];
		const [old, size] = [Number(oldSize), Number(newSize)];
		if (!log || old > size) return reply.code(400).send('');
		if (!(await isSigned(productUrl(), log, text, signatures))) return reply.code(403).send('');
		const known = witness.logs.get(log) ?? { size: 0, root: sha256() };
		const next = { size, root: Buffer.from(root, 'base64') };
		if (old !== known.size || (old === size && !known.root.equals(next.root))) {
			return reply.code(409).type('text/x.tlog.size').send(`${known.size}\n`);
		}
		const path = proof
			.split('\n')
			.filter(Boolean)
			.map((line) => Buffer.from(line, 'base64'));
		if (!isConsistent(known, next, path)) return reply.code(422).send('');
		witness.logs.set(log, next);
		return reply.type('text/plain').send(witness.cosign(text));
	});
}

/** A real witness has the key in its configuration. */
async function isSigned(productUrl: string, name: string, text: string, signatures: string): Promise<boolean> {
	const answer = await fetch(`${productUrl}/.well-known/lootpass-proof.json`);
	const { keys } = (await answer.json()) as { keys: { public_key: string }[] };
	return keys.some(({ public_key: encoded }) => {
		const raw = Buffer.from(encoded, 'base64url');
		const id = keyId(name, 1, raw);
		const key: KeyObject = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, raw]), format: 'der', type: 'spki' });
		return signatures.split('\n').some((line) => {
			const blob = Buffer.from(line.split(' ')[2] ?? '', 'base64');
			return (
				line.startsWith(`— ${name} `) &&
				blob.subarray(0, 4).equals(id) &&
				verify(null, Buffer.from(text), key, blob.subarray(4))
			);
		});
	});
}

/** RFC 9162, section 2.1.4.2. */
function isConsistent(old: Seen, next: Seen, path: readonly Buffer[]): boolean {
	if (old.size === 0 || old.size === next.size) return path.length === 0;
	const [first, ...rest] = Number.isInteger(Math.log2(old.size)) ? [old.root, ...path] : path;
	if (!first) return false;
	const node = (left: Buffer, right: Buffer) => sha256(Buffer.of(1), left, right);
	let [fn, sn, oldRoot, newRoot] = [old.size - 1, next.size - 1, first, first];
	const up = () => {
		[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
	};
	while (fn % 2 === 1) up();
	for (const hash of rest) {
		if (sn === 0) return false;
		if (fn % 2 === 1 || fn === sn) {
			[oldRoot, newRoot] = [node(hash, oldRoot), node(hash, newRoot)];
			while (fn % 2 === 0 && fn !== 0) up();
		} else newRoot = node(newRoot, hash);
		up();
	}
	return sn === 0 && oldRoot.equals(old.root) && newRoot.equals(next.root);
}
