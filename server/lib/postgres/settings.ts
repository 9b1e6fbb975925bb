import { totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;

/** In the data folder: where PostgreSQL leaves each finished segment of its log for whoever takes it away. */
export const WAL_TO_SHIP = 'wal-to-ship';
/** What is not full by then is left there as it is. It has to be shipped within a minute. */
const ARCHIVE_SECONDS = 45;

export type SettingsOptions = {
	socketFolder: string;
	durable: boolean;
	/** Leave the log in `WAL_TO_SHIP`. Whoever asks for it has to take it away, or it fills the disk. */
	archives: boolean;
	/** Nobody writes, whoever asks. */
	isReadOnly?: boolean;
};

/** `name=value` for the command line. Each one differs from the default for a reason. */
export function postgresSettings(options: SettingsOptions): string[] {
	const { socketFolder, durable, archives, isReadOnly = false } = options;
	const memoryMb = Math.floor((process.constrainedMemory() || totalmem()) / MEGABYTE);
	const settings: Record<string, string | number> = {
		// No TCP port: nothing to collide with, nothing to reach from outside.
		listen_addresses: '',
		unix_socket_directories: socketFolder,
		unix_socket_permissions: '0700',

		// Defaults, named so that a changed postgresql.conf cannot trade acknowledged money for speed.
		fsync: durable ? 'on' : 'off',
		synchronous_commit: 'on',
		full_page_writes: durable ? 'on' : 'off',

		...(isReadOnly && { default_transaction_read_only: 'on' }),

		...(archives && {
			archive_mode: 'on',
			archive_library: 'basic_archive',
			'basic_archive.archive_directory': WAL_TO_SHIP,
			archive_timeout: ARCHIVE_SECONDS,
		}),

		// All pools and the operator's tool, with room to look around.
		max_connections: 80,
		// A quarter: the system's cache and Node need the rest. What is not durable is a test's, one of many.
		shared_buffers: `${clamp(Math.floor(memoryMb / 4), 64, durable ? 2048 : 128)}MB`,
		// So that the planner trusts indexes.
		effective_cache_size: `${clamp(Math.floor(memoryMb / 2), 128, 65_536)}MB`,
		maintenance_work_mem: `${clamp(Math.floor(memoryMb / 32), 32, 256)}MB`,
		work_mem: '8MB',

		// Fewer checkpoints, less log per credit; bounded, because a crash replays all of it.
		checkpoint_timeout: '10min',
		max_wal_size: '4GB',
		// A new log file is filled with 16 MB of zeros first, and every commit waits.
		min_wal_size: '1GB',

		// A parallel plan would delay every credit, and need /dev/shm, which containers limit to 64 MB.
		max_parallel_workers_per_gather: 0,
		max_parallel_maintenance_workers: 0,
		// Compiling a plan costs more than our short statements run.
		jit: 'off',
		// Solid-state disks.
		random_page_cost: 1.1,
		// Of a test's bulk insertion it could count the rows halfway, at none, and plans would be made for none.
		autovacuum: durable ? 'on' : 'off',
		// Wallet rows are updated in place all day.
		autovacuum_naptime: '20s',
		// Counting a young table at every tenth took a processor half a second, three times a minute, and people waited.
		autovacuum_analyze_scale_factor: 0.5,

		timezone: 'UTC',
		log_timezone: 'UTC',
		log_line_prefix: '%m [%p] %q%u@%d ',
		// A refused row's values (addresses, names) stay out of the log.
		log_error_verbosity: 'terse',
	};
	return Object.entries(settings).map(([name, value]) => `${name}=${value}`);
}

function clamp(value: number, min: number, max: number): number {
	return Math.min(Math.max(value, min), max);
}
