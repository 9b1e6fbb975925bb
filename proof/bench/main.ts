import { endWith, readArguments } from '../read-arguments.ts';
import { benchAdmin } from './admin/bench-admin.ts';
import { benchBackup } from './backup/bench-backup.ts';
import type { BenchOptions } from './bench-options.ts';
import { benchBudgets } from './budgets/bench-budgets.ts';
import { benchCredits } from './credits/bench-credits.ts';
import { benchExport } from './export/bench-export.ts';
import { benchOffers } from './offers/bench-offers.ts';
import { benchProof } from './proof/bench-proof.ts';
import { benchWeb } from './web/bench-web.ts';
import { benchWithdrawals } from './withdrawals/bench-withdrawals.ts';

const SECONDS_DEFAULT = 10;

const benches: Record<string, (options: BenchOptions) => Promise<boolean>> = {
	credits: benchCredits,
	withdrawals: benchWithdrawals,
	admin: benchAdmin,
	web: benchWeb,
	offers: benchOffers,
	export: benchExport,
	backup: benchBackup,
	proof: benchProof,
};

const usage = `usage: npm run bench -- [${Object.keys(benches).join('|')}] [--seconds N] [--filled COUNT] [--processes N] [--profile] [--data FOLDER] [/page ...]`;
const { values, positionals } = readArguments(
	{
		allowPositionals: true,
		options: {
			seconds: { type: 'string' },
			profile: { type: 'boolean', default: false },
			filled: { type: 'string', default: '0' },
			processes: { type: 'string' },
			data: { type: 'string' },
		},
	},
	usage,
);
const [name, ...only] = positionals;
const seconds = Number(values.seconds ?? SECONDS_DEFAULT);
const filled = Number(values.filled);
const processes = values.processes === undefined ? undefined : Number(values.processes);
const bench = name !== undefined && Object.hasOwn(benches, name) ? benches[name] : undefined;

if (
	(name !== undefined && !bench) ||
	!(seconds >= 1) ||
	!(filled >= 0) ||
	(processes !== undefined && !(processes >= 1))
)
	endWith(usage);

// A missed budget is a finding, not a failure; wrong books are one.
const isSound = bench
	? await bench({ seconds, profile: values.profile, filled, processes, data: values.data, only })
	: await benchBudgets(process.argv.slice(2));
process.exitCode = isSound ? 0 : 1;
