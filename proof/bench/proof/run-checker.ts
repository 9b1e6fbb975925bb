import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '../../../test/sites/json-client.ts';
import { uidOf } from '../withdrawals/users.ts';

const CHECKER = join(import.meta.dirname, '../../../checkers/check_proof.py');

/** The checker that ships, over the whole site, somebody's path and one of their receipts. @param token of the first person. */
export async function runChecker({ port, token }: { port: number; token: string }) {
	const url = `http://127.0.0.1:${port}`;
	const folder = await mkdtemp(join(tmpdir(), 'lootpass-bench-proof-'));
	const keep = async (name: string, value: unknown) => {
		const path = join(folder, name);
		await writeFile(path, JSON.stringify(value));
		return path;
	};
	const call = async (name: string, data: unknown) => {
		const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
		const answer = await fetch(`${url}/api/${name}`, { method: 'POST', headers, body: JSON.stringify({ data }) });
		return ((await answer.json()) as { result: Json }).result;
	};
	try {
		const startedMs = performance.now();
		const site = await python('site', url, '--seed', '1');
		const siteSeconds = Math.round((performance.now() - startedMs) / 100) / 10;
		const path = await keep('path', { uid: uidOf(1), ...(await call('getLiabilityProof', {})) });
		const liability = await python('liability', path, '--checkpoints', `${url}/proof/liabilities`, '--keys', url);
		const [line] = (await call('getOfferHistory', {})).items;
		const shown = await keep('receipt', await call('getReceipt', { id: line.receipt }));
		const receipt = await python('receipt', shown, '--keys', url, '--site', url);
		const all = [site, liability, receipt];
		for (const { said } of all) console.log(said);
		return {
			checker: { siteSeconds, said: site.said },
			problems: all.filter(({ code }) => code !== 0).map(({ said }) => said),
		};
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function python(...args: string[]): Promise<{ code: number; said: string }> {
	return new Promise((resolve) => {
		execFile('python3', [CHECKER, ...args], (error, stdout, stderr) => {
			resolve({ code: error ? 1 : 0, said: (stdout + stderr).trim() });
		});
	});
}
