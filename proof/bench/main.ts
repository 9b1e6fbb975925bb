import { endWith, readArguments } from '../read-arguments.ts';
import { runEach } from '../run-node.ts';
import { benchAdmin } from './admin/bench-admin.ts';
import { benchCredits } from './credits/bench-credits.ts';
import type { BenchOptions } from './lib/bench.ts';
import { benchWeb } from './web/bench-web.ts';
import { benchWithdrawals } from './withdrawals/bench-withdrawals.ts';

const benches: Record<string, (options: BenchOptions) => Promise<boolean>> = {
	credits: benchCredits,
	withdrawals: benchWithdrawals,
	admin: benchAdmin,
	web: benchWeb,
};

const names = ['all', ...Object.keys(benches)];
const usage = `usage: npm run bench -- [${names.join('|')}] [--seconds N] [--filled COUNT] [/page ...]`;
const { values, positionals } = readArguments(
	{
		allowPositionals: true,
		options: { seconds: { type: 'string', default: '10' }, filled: { type: 'string', default: '0' } },
	},
	usage,
);
const [name = 'all', ...only] = positionals;
const seconds = Number(values.seconds);
const filled = Number(values.filled);
if (!names.includes(name) || !(seconds >= 1) || !(filled >= 0)) endWith(usage);

// A wrong ledger and late pages fail the run, other missed budgets do not.
const options = process.argv.slice(2).filter((word) => word !== 'all');
const all = Object.keys(benches).map((bench) => [bench, ...options]);
const isSound = await (name === 'all' ? runEach('bench', all) : benches[name]?.({ seconds, filled, only }));
process.exitCode = isSound ? 0 : 1;
