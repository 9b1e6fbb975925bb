import { totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;
export const WAL_SEGMENT_BYTES = 16 * MEGABYTE;

export const WAL_TO_SHIP = 'wal-to-ship';
/** PostgreSQL archives a partial segment after this time; shipping must finish within a minute. */
const ARCHIVE_SECONDS = 45;

export type SettingsOptions = {
	socketFolder: string;
	durable: boolean;
	/** True to archive WAL in `WAL_TO_SHIP`. The caller must ship it, or it fills the disk. */
	archives: boolean;
	isReadOnly?: boolean;
};

export function postgresSettings(options: SettingsOptions): string[] {
	const { socketFolder, durable, archives, isReadOnly = false } = options;
	const memoryMb = Math.floor((process.constrainedMemory() || totalmem()) / MEGABYTE);
	const settings: Record<string, string | number> = {
		// Without a TCP port, the server conflicts with no other and cannot be reached from outside.
		listen_addresses: '',
		unix_socket_directories: socketFolder,
		unix_socket_permissions: '0700',

		// Defaults, set explicitly so that an edited postgresql.conf cannot weaken durability.
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

		max_connections: 80,
		// A quarter of the memory leaves room for the page cache and Node.
		shared_buffers: `${clamp(Math.floor(memoryMb / 4), 64, durable ? 2048 : 128)}MB`,
		effective_cache_size: `${clamp(Math.floor(memoryMb / 2), 128, 65_536)}MB`,
		maintenance_work_mem: `${clamp(Math.floor(memoryMb / 32), 32, 256)}MB`,
		work_mem: '8MB',

		// Fewer checkpoints write less WAL. The size is limited, because a crash replays all of it.
		checkpoint_timeout: '10min',
		max_wal_size: '4GB',
		// Keeps WAL files for reuse, because new ones are zero-filled first, which delays every commit.
		min_wal_size: '1GB',

		// Parallel plans delay credits and need /dev/shm, which containers limit to 64 MB.
		max_parallel_workers_per_gather: 0,
		max_parallel_maintenance_workers: 0,
		jit: 'off',
		random_page_cost: 1.1,
		autovacuum: durable ? 'on' : 'off',
		autovacuum_naptime: '20s',
		// With the default, frequent ANALYZE of small tables delays requests.
		autovacuum_analyze_scale_factor: 0.5,

		timezone: 'UTC',
		log_timezone: 'UTC',
		log_line_prefix: '%m [%p] %q%u@%d ',
		// Keeps values of refused rows (addresses, names) out of the log.
		log_error_verbosity: 'terse',
	};
	return Object.entries(settings).map(([name, value]) => `${name}=${value}`);
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);
