import { totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;

export type SettingsOptions = {
	socketFolder: string;
	/** False only where the data is thrown away (tests): a power cut may then lose or damage everything. */
	durable: boolean;
};

/** The settings of the embedded server, as `name=value` for its command line. Each one differs from the default for a reason. */
export function postgresSettings({ socketFolder, durable }: SettingsOptions): string[] {
	const memoryMb = Math.floor((process.constrainedMemory() || totalmem()) / MEGABYTE);
	const settings: Record<string, string | number> = {
		// No TCP port: nothing to collide with, nothing to reach from outside. The folder is open to one user only.
		listen_addresses: '',
		unix_socket_directories: socketFolder,
		unix_socket_permissions: '0700',

		// A credit is answered only after its commit is on disk. These are the defaults, named so that a changed
		// postgresql.conf cannot quietly trade acknowledged money for speed.
		fsync: durable ? 'on' : 'off',
		synchronous_commit: 'on',
		full_page_writes: durable ? 'on' : 'off',

		// The application's pool, the job worker's, the owner's and the operator's tool, with room to look around.
		max_connections: 80,
		// The hot part of ledger and indexes stays in memory; a quarter, because the system's cache and Node need the rest.
		shared_buffers: `${clamp(Math.floor(memoryMb / 4), 64, 2048)}MB`,
		// Tells the planner how much the system's cache holds, so that it trusts indexes.
		effective_cache_size: `${clamp(Math.floor(memoryMb / 2), 128, 65_536)}MB`,
		maintenance_work_mem: `${clamp(Math.floor(memoryMb / 32), 32, 256)}MB`,
		work_mem: '8MB',

		// After each checkpoint every touched page is logged whole once; fewer checkpoints mean less log per credit.
		// Bounded, because a crash replays all of it before the server answers.
		checkpoint_timeout: '10min',
		max_wal_size: '4GB',
		// Log files that are kept to be written again. A new one is filled with 16 MB of zeros first, and every commit waits.
		min_wal_size: '1GB',

		// Two cores shared with Node: a parallel plan for one dashboard would delay every credit. It would also need
		// /dev/shm, which containers limit to 64 MB.
		max_parallel_workers_per_gather: 0,
		max_parallel_maintenance_workers: 0,
		// Compiling a plan costs more than our short statements run.
		jit: 'off',
		// Solid-state disks: a random page costs about what a sequential one does.
		random_page_cost: 1.1,
		// Wallet rows are updated in place all day; dead versions are to be collected before they slow the next update.
		autovacuum_naptime: '20s',

		timezone: 'UTC',
		log_timezone: 'UTC',
		log_line_prefix: '%m [%p] %q%u@%d ',
		// Values of a refused row (addresses, names) stay out of the log; the application has them in its own error.
		log_error_verbosity: 'terse',
	};
	return Object.entries(settings).map(([name, value]) => `${name}=${value}`);
}

function clamp(value: number, min: number, max: number): number {
	return Math.min(Math.max(value, min), max);
}
