import { type Checkpoint, hashOfCheckpoint } from '../checkpoint.ts';
import { sha256 } from '../log/log-tree.ts';
import { type ProofKey, verifyBytes } from '../proof-key.ts';

/** Signed notes, checkpoints and cosignatures of c2sp.org: signed-note, tlog-checkpoint, tlog-cosignature. */

export type Witness = { name: string; id: string; publicKey: Buffer; url: string };

const ED25519 = 1;
const COSIGNATURE = 4;
const ID_BYTES = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;
const CLOCKS_DIFFER_MS = 5 * 60_000;

export class Refused extends Error {}

export const originOf = (publicUrl: string) => `${new URL(publicUrl).host}/proof`;

export function noteText(checkpoint: Checkpoint, origin: string): string {
	const { n, transfers } = checkpoint;
	const root = Buffer.from(transfers.root, 'hex').toString('base64');
	return `${origin}\n${transfers.count}\n${root}\nlootpass-checkpoint ${n} ${hashOfCheckpoint(checkpoint)}\n`;
}

export function signedNote(text: string, proofKey: ProofKey): string {
	const [origin = ''] = text.split('\n');
	const signature = Buffer.concat([keyId(origin, ED25519, proofKey.publicKey), proofKey.signText(text)]);
	return `${text}\n— ${origin} ${signature.toString('base64')}\n`;
}

export function verifierKeyOf({ name, id, publicKey }: Witness): string {
	return `${name}+${id}+${Buffer.of(COSIGNATURE, ...publicKey).toString('base64')}`;
}

/** @param line `name+keyid+base64key URL` */
export function readWitness(line: string): Witness | undefined {
	const [, name = '', id = '', key = '', address = ''] =
		/^([^\s+]+)\+([0-9a-f]{8})\+([\w+/=-]+)\s+(\S+)$/.exec(line) ?? [];
	const material = Buffer.from(key, 'base64');
	const publicKey = material.subarray(1);
	if (material[0] !== COSIGNATURE || publicKey.length !== 32 || !URL.canParse(address)) return undefined;
	if (keyId(name, COSIGNATURE, publicKey).toString('hex') !== id) return undefined;
	return { name, id, publicKey, url: address.replace(/\/+$/, '') };
}

/** @throws Refused */
export function readCosignature(
	{ name, id, publicKey }: Witness,
	{ text, answer, nowMs }: { text: string; answer: string; nowMs: number },
): { line: string; atMs: number } {
	const lines = answer.split('\n').filter((line) => line !== '');
	const line = lines.find((each) => each.startsWith(`— ${name} `) && blobOf(each).toString('hex', 0, ID_BYTES) === id);
	if (!line) throw new Refused('no signature of the known key');
	const blob = blobOf(line);
	if (blob.length !== ID_BYTES + TIME_BYTES + SIGNATURE_BYTES) throw new Refused('not a cosignature/v1');
	const seconds = blob.readBigUInt64BE(ID_BYTES);
	const message = Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`, 'utf8');
	if (!verifyBytes(publicKey, message, blob.subarray(ID_BYTES + TIME_BYTES))) throw new Refused('a wrong signature');
	const atMs = Number(seconds) * 1000;
	if (Math.abs(nowMs - atMs) > CLOCKS_DIFFER_MS) throw new Refused('a time far from now');
	return { line, atMs };
}

const blobOf = (line: string): Buffer => Buffer.from(line.split(' ')[2] ?? '', 'base64');

function keyId(name: string, type: number, publicKey: Buffer): Buffer {
	return sha256(Buffer.concat([Buffer.from(`${name}\n`, 'utf8'), Buffer.of(type), publicKey])).subarray(0, ID_BYTES);
}
