import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { runNode } from '../run-node.ts';
import { readRecord, writeRecord } from './tally.ts';
import { findHaproxy } from './world/balancer.ts';

/** How far a night has come. The next command goes on there; after the last part a new one begins, with other seeds. */
type Night = { seed: number; done: number; failed: string[] };

/** What a night proves: so many parts of some minutes each, of which an ended run loses one at most. */
const parts: readonly string[][] = [
	['mutations'],
	...times(50, ['histories', '--count', '200']),
	...times(10, ['crashes', '--count', '25']),
	...times(4, ['crashes', '--count', '25', '--network']),
	...times(10, ['backups', '--count', '20']),
	...times(3, ['network', '--count', '1']),
	...times(2, ['nodes', '--count', '20', '--nodes', '2']),
	...times(2, ['nodes', '--count', '20', '--nodes', '4']),
	...times(4, ['failover', '--count', '15']),
	...times(4, ['spread', '--count', '20']),
	['payouts'],
	...times(10, ['withdrawals', '--count', '1000']),
	...times(10, ['claims', '--count', '10000']),
	...times(5, ['postbacks', '--count', '10000']),
	...times(5, ['requests', '--count', '10000']),
	['hand-offs', '--count', '100'],
	['doors', '--minutes', '3'],
	['overload', '--minutes', '5'],
	['soak', '--minutes', '60'],
];

export async function proveAll(): Promise<boolean> {
	const kept = await readRecord<Night | null>('all', null);
	const night = kept ?? { seed: randomInt(2 ** 31), done: 0, failed: [] };
	if (kept) console.log(`goes on after ${night.done} of ${parts.length} parts`);
	for (const [index, part] of parts.entries()) {
		if (index < night.done) continue;
		const words = [...part, '--seed', String((night.seed + index) % 2 ** 31)];
		console.log(`\n== ${index + 1} of ${parts.length}: npm run prove -- ${words.join(' ')}`);
		if (part[0] === 'nodes' && !(await findHaproxy())) console.log('left out: HAProxy is not installed');
		else if (!(await runNode([join(import.meta.dirname, 'main.ts'), ...words]))) night.failed.push(words.join(' '));
		night.done = index + 1;
		await writeRecord('all', night);
	}
	await writeRecord('all', null);
	for (const words of night.failed) console.error(`did not hold: npm run prove -- ${words}`);
	console.log(`${parts.length - night.failed.length} of ${parts.length} parts held`);
	return night.failed.length === 0;
}

function times(count: number, part: string[]): string[][] {
	return Array.from({ length: count }, () => part);
}
