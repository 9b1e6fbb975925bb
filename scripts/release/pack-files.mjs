import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

const OWNER_RUNS = 0o100;

/** Reproducible: the same files give the same bytes. `made` has the content of files that differ from those in `root`. */
export async function packFiles({ root, files, made, prefix, atSeconds }) {
	const archive = pack();
	const packed = buffer(archive.pipe(createGzip({ level: 9 })));
	for (const file of files) {
		const content = made[file] ?? (await readFile(join(root, file)));
		const mode = !made[file] && (await stat(join(root, file))).mode & OWNER_RUNS ? 0o755 : 0o644;
		archive.entry({ name: `${prefix}/${file}`, mode, mtime: new Date(atSeconds * 1000) }, content);
	}
	archive.finalize();
	return packed;
}
