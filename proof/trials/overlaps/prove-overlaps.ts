import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { checkBooks } from '../../../server/books/check-books.ts';
import { findWallet } from '../../../server/ledger/wallet.ts';
import { createRandom, type Random } from '../../../test/partners/random.ts';
import { lookInto } from '../../../test/sites/backed-up-site.ts';
import { usersOf } from '../../../test/support/users.ts';
import type { Found, Print, TrialOptions } from '../trial.ts';
import { CREDIT, isAcknowledged, textOf, wannads } from '../world/load.ts';
import { openSite, type Site } from './site.ts';
import { innermost, possibleWays, type Way } from './ways.ts';

const CLI = join(import.meta.dirname, '../../../server/cli.ts');
const OVERLAPS_PER_SERVICE = 20;
const AT_ONCE_MAX = 6;
const OFFSET_MS_MAX = 2_000;
const KILL_AFTER_MS_MAX = 8_000;
const DOWN_MS_MAX = 3_000;
const COMMAND_MS_MAX = 180_000;
const RETRY_MS = 50;
const HUNDREDTHS = 100;
/** A command without the database says one of these. */
const REFUSAL = /is using the database in|database doesn't respond|terminating connection|Connection terminated/;
const STACK = /\n\s+at |node:internal/;

type Trial = { site: Site; random: Random; ways: readonly Way[]; counts: Record<string, number>; findings: string[] };
type Outcome = { result: string; finding?: string };
type Ended = {
	code: number | null;
	signal: NodeJS.Signals | null;
	stdout: string;
	stderr: string;
	isKilled: boolean;
};

/** Runs commands in many ways beside a service that is restarted and killed. Each acknowledged credit must be booked. */
export async function proveOverlaps({ count, seed }: TrialOptions, print: Print): Promise<Found> {
	const random = createRandom(seed);
	const site = await openSite(print);
	try {
		const trial = { site, random, ways: await possibleWays(site.place, print), counts: {}, findings: [] };
		add(trial, `service: ${(await site.restart(random)).name}`);
		const load = await startLoad(site);
		for (let done = 0; done < count; ) {
			if (done > 0 && done % OVERLAPS_PER_SERVICE === 0) add(trial, `service: ${(await site.restart(random)).name}`);
			const now = Math.min(
				1 + random.below(AT_ONCE_MAX),
				count - done,
				OVERLAPS_PER_SERVICE - (done % OVERLAPS_PER_SERVICE),
			);
			await overlap(trial, now);
			done += now;
			print(`${done} of ${count} overlaps, ${load.acknowledged()} credits acknowledged`);
		}
		const acknowledged = await load.stop();
		await site.stop();
		const { booked, findings } = await lookForLosses(site, load.uid, acknowledged);
		return { acknowledged, booked, ...trial.counts, findings: [...trial.findings, ...findings] };
	} finally {
		await site.close();
	}
}

/** Runs `count` commands at about the same time, and sometimes kills the service or one of them. */
async function overlap(trial: Trial, count: number): Promise<void> {
	const { site, random } = trial;
	const running = Array.from({ length: count }, () => sleep(random.below(OFFSET_MS_MAX)).then(() => runCommand(trial)));
	if (random.chance(0.3)) {
		await sleep(random.below(KILL_AFTER_MS_MAX));
		await site.kill(random.below(DOWN_MS_MAX));
		add(trial, 'killed services');
	}
	await Promise.all(running);
}

async function runCommand(trial: Trial): Promise<void> {
	const { site, random, ways } = trial;
	const way = random.pick(ways);
	const args = random.pick([
		['doctor', '--json'],
		['check-books'],
		['check-audit'],
		['proposals'],
		['backup', '--to', site.backups],
	]);
	const { service } = site.place;
	const { wrapper, dataDir } = way.wrap(site.place);
	const [program = '', ...rest] = [...wrapper, process.execPath, CLI, ...args];
	const { PATH } = process.env;
	const child = spawn(program, rest, {
		env: { PATH, HOME: '/', ...site.settingsAt(dataDir) },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	// An orphan outside would rightly keep a service in namespaces out.
	const isKillable = way.isKilledWhole ?? (!way.isUnkillable && site.canClear());
	const killedAfterMs = isKillable && random.chance(0.2) ? random.below(KILL_AFTER_MS_MAX) : undefined;
	const ended = await untilEnded(child, killedAfterMs);
	if (way.endsWithService && ended.signal === 'SIGKILL' && service !== site.place.service) ended.isKilled = true;
	const outcome = judge(way, args, ended);
	add(trial, outcome.result);
	add(trial, `by ${way.name}`);
	if (outcome.finding) trial.findings.push(`${args[0]} by ${way.name}: ${outcome.finding}`);
}

async function untilEnded(child: ChildProcess, killedAfterMs: number | undefined): Promise<Ended> {
	const texts = { stdout: '', stderr: '' };
	for (const name of ['stdout', 'stderr'] as const) {
		child[name]?.setEncoding('utf8').on('data', (text: string) => {
			texts[name] += text;
		});
	}
	let isKilled = false;
	const kill = async () => {
		process.kill(await innermost(child.pid ?? 0), 'SIGKILL');
		isKilled = true;
	};
	// It may end meanwhile.
	const killer = setTimeout(() => kill().catch(() => {}), killedAfterMs ?? COMMAND_MS_MAX);
	const [code, signal] = await once(child, 'close');
	clearTimeout(killer);
	return { code, signal, ...texts, isKilled: isKilled && killedAfterMs !== undefined };
}

function judge(way: Way, [name]: readonly string[], { code, stdout, stderr, isKilled }: Ended): Outcome {
	const all = `${stdout}${stderr}`;
	const bad = (finding: string) => ({ result: 'wrong', finding: `${finding} (${code}): ${all}` });
	if (isKilled) return { result: 'killed commands' };
	if (STACK.test(all)) return bad('a stack trace');
	if (/BROKEN|"Broken: /.test(stdout)) return bad('broken books');
	if (way.isStranger) {
		const isRefused = code === 1 && /Run this as the user \S+: sudo -E -u/.test(all);
		return isRefused ? { result: 'refused strangers' } : bad('a stranger is not refused');
	}
	if (code === 0) return { result: 'done' };
	if (code === 1 && REFUSAL.test(all)) return { result: 'refused' };
	if (code === 1 && name === 'doctor' && stdout.includes('"books","state":"green"')) return { result: 'done' };
	return bad('an unexpected end');
}

async function startLoad({ url }: Site) {
	const { uid } = await usersOf(() => ({ url, sandbox: { url: '' } })).signUp();
	let [acknowledged, isOver] = [0, false];
	async function post(): Promise<void> {
		while (!isOver) {
			const { wall, fields } = wannads({ uid, transId: randomUUID(), status: '1' });
			const address = `${url}/postback/${wall}?${new URLSearchParams(fields)}`;
			while (!isAcknowledged(await textOf(address))) await sleep(RETRY_MS);
			acknowledged += 1;
			await sleep(RETRY_MS);
		}
	}
	const posting = Promise.all([post(), post(), post()]);
	return {
		uid,
		acknowledged: () => acknowledged,
		async stop() {
			isOver = true;
			await posting;
			return acknowledged;
		},
	};
}

async function lookForLosses({ place }: Site, uid: string, acknowledged: number) {
	return lookInto(place.dataDir, async (db) => {
		const { rows } = await sql<{ booked: number }>`
			select count(*)::int as booked from transfers where uid = ${uid} and kind = 'credit'`.execute(db);
		const booked = rows[0]?.booked ?? 0;
		const balance = (await findWallet(db, uid))?.balance;
		const findings = (await checkBooks(db)).map((breach) => `books: ${JSON.stringify(breach)}`);
		if (booked !== acknowledged) findings.push(`${booked} credits are booked instead of ${acknowledged}`);
		if (balance !== acknowledged * CREDIT * HUNDREDTHS) findings.push(`the balance is ${balance}`);
		return { booked, findings };
	});
}

function add({ counts }: Trial, what: string): void {
	counts[what] = (counts[what] ?? 0) + 1;
}
