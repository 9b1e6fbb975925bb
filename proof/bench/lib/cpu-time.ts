import { readdir, readFile } from 'node:fs/promises';
import { cpus } from 'node:os';

const TICKS_PER_SECOND = 100;

/** Less sensitive to other work than rates. NaN without /proc. */
async function cpuSecondsOf(pid: number): Promise<number> {
	const entries = await readdir('/proc').catch(() => []);
	let seconds = entries.length === 0 ? Number.NaN : 0;
	for (const entry of entries) {
		if (!/^\d+$/.test(entry)) continue;
		const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
		// The name can contain spaces and brackets.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		if (Number(entry) !== pid && Number(fields[1]) !== pid) continue;
		const ticks = fields.slice(11, Number(entry) === pid ? 15 : 13);
		seconds += ticks.reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND;
	}
	return seconds;
}

function machineSeconds(): { busy: number; total: number } {
	let [busy, total] = [0, 0];
	for (const { times } of cpus()) {
		const used = times.user + times.nice + times.sys + times.irq;
		busy += used / 1000;
		total += (used + times.idle) / 1000;
	}
	return { busy, total };
}

export async function costOf<Result>(processes: Record<string, { pid: number }>, work: () => Promise<Result>) {
	const measured = async () => ({
		ours: await Promise.all(Object.values(processes).map(({ pid }) => cpuSecondsOf(pid))),
		machine: machineSeconds(),
	});
	const before = await measured();
	const result = await work();
	const after = await measured();
	const used = after.ours.map((seconds, index) => seconds - (before.ours[index] ?? 0));
	const busy = after.machine.busy - before.machine.busy;
	return {
		result,
		seconds: Object.fromEntries(Object.keys(processes).map((name, index) => [name, used[index] ?? 0])),
		others: busy - used.reduce((sum, seconds) => sum + seconds, 0),
		machine: after.machine.total - before.machine.total,
	};
}
