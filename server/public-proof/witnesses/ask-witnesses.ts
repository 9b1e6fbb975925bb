import { DAY_MS } from '../../../contract/durations.ts';
import type { DbDeps } from '../../lib/db/database.ts';
import type { Alert } from '../../lib/feature.ts';
import { isLocalUrl, NoAnswer, type OutboundAnswer, sendRequest } from '../../lib/http/outbound.ts';
import type { TransferLog } from '../log/transfer-log.ts';
import { readCheckpoint } from '../make-checkpoint.ts';
import type { ProofKey } from '../proof-key.ts';
import { noteText, originOf, Refused, readCosignature, signedNote, type Witness } from './signed-note.ts';
import * as store from './store-witnesses.ts';

export type WitnessDeps = DbDeps & {
	proofKey: ProofKey;
	transferLog: TransferLog;
	config: { publicProof: boolean; publicUrl: string; isProduction: boolean; witnesses: readonly Witness[] };
};

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024;
const SIZE = /^(0|[1-9]\d{0,14})\n$/;

const nameOf = ({ name, id }: Witness) => `${name}+${id}`;

export async function askWitnesses(deps: WitnessDeps): Promise<void> {
	const { db, clock, config } = deps;
	const origin = originOf(config.publicUrl);
	const body = await store.selectNewest(db);
	if (body === undefined) return;
	const checkpoint = readCheckpoint(body);
	const { n, transfers } = checkpoint;
	const size = transfers.count;
	const text = noteText(checkpoint, origin);
	const done = new Set((await store.selectCosignatures(db, n, origin)).map(({ witness }) => witness));
	const waiting = config.witnesses.filter((witness) => !done.has(nameOf(witness)));
	const ask = async (one: Witness) => {
		const witness = nameOf(one);
		const last = await store.selectLastSigned(db, witness, origin);
		try {
			const answer = await addCheckpoint(deps, one, { text, size, from: Math.min(last?.size ?? 0, size) });
			const { line, atMs } = readCosignature(one, { text, answer, nowMs: clock.now() });
			if (last && atMs < last.at.getTime()) throw new Refused('an older time than before');
			await store.insertCosignature(db, { n, witness, origin, size, at: new Date(atMs), line });
		} catch (error) {
			const isRefused = error instanceof Refused;
			if (!isRefused && !(error instanceof NoAnswer)) throw error;
			await store.upsertProblem(db, { witness, since: new Date(clock.now()), problem: error.message, isRefused });
		}
	};
	await Promise.all(waiting.map(ask));
}

type Asked = { text: string; size: number; from: number };

/** `add-checkpoint` of c2sp.org/tlog-witness. @throws Refused, NoAnswer */
async function addCheckpoint(deps: WitnessDeps, witness: Witness, { text, size, from }: Asked): Promise<string> {
	const first = await post(deps, witness, { text, size, from });
	if (first.status !== 409) return accepted(first);
	const [, known] = SIZE.exec(first.text) ?? [];
	const knownSize = Number(known ?? Number.NaN);
	// The same size with another root is refused with 409, too.
	if (knownSize > size || knownSize === from) {
		throw new Refused(
			`the witness has seen another log of ${knownSize} transfers, because this one was restored or changed`,
		);
	}
	if (known === undefined) throw new Refused('a 409 response without a size');
	return accepted(await post(deps, witness, { text, size, from: knownSize }));
}

async function post({ proofKey, transferLog, config }: WitnessDeps, witness: Witness, { text, size, from }: Asked) {
	const proof = await transferLog.consistency(from, size);
	const lines = [`old ${from}`, ...proof.map((hash) => hash.toString('base64')), ''];
	const url = `${witness.url}/add-checkpoint`;
	return sendRequest({
		...{ method: 'POST', url, body: `${lines.join('\n')}\n${signedNote(text, proofKey)}` },
		...{ timeoutMs: TIMEOUT_MS, bodyBytesMax: ANSWER_BYTES_MAX },
		isPublicOnly: !isLocalUrl(new URL(url), config),
	});
}

function accepted({ status, text }: OutboundAnswer): string {
	if (status === 200) return text;
	if (status >= 500 || status === 429) throw new NoAnswer('network', new Error(`status ${status}`));
	throw new Refused(`the witness refused with status ${status}`);
}

/** The newest cosigned checkpoint, or the newest one. */
export async function getNote({ db, proofKey, config }: WitnessDeps): Promise<string | undefined> {
	const origin = originOf(config.publicUrl);
	const body = (await store.selectNewestCosigned(db, origin)) ?? (await store.selectNewest(db));
	if (body === undefined) return undefined;
	const checkpoint = readCheckpoint(body);
	const cosignatures = await store.selectCosignatures(db, checkpoint.n, origin);
	return signedNote(noteText(checkpoint, origin), proofKey) + cosignatures.map(({ line }) => `${line}\n`).join('');
}

export async function listWitnessAlerts({ db, clock, config }: WitnessDeps): Promise<Alert[]> {
	const configured = new Set(config.witnesses.map(nameOf));
	const problems = (await store.selectProblems(db)).filter(({ witness }) => configured.has(witness));
	return problems
		.filter(({ since, isRefused }) => isRefused || clock.now() - since.getTime() > DAY_MS)
		.map(({ witness, since, problem }) => ({
			kind: `witness ${witness}` as const,
			message: `The witness ${witness} has not cosigned since ${since.toISOString()}: ${problem}.`,
		}));
}
