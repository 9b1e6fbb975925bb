import { renameSync, writeFileSync } from 'node:fs';

// Loaded into the product's process beside it (`--import`): says how much memory is really in use, after a collection.
const file = process.env.HEAP_REPORT_FILE;
const EVERY_MS = Number(process.env.HEAP_REPORT_MS ?? 10_000);

if (file) {
	setInterval(() => {
		globalThis.gc?.();
		// Whoever reads it meets a whole one.
		writeFileSync(`${file}.next`, JSON.stringify(process.memoryUsage()));
		renameSync(`${file}.next`, file);
	}, EVERY_MS).unref();
}
