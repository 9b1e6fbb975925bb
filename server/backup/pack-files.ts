import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

export type FileToPack = { path: string; bytes: number; from: string | Buffer };
export type PackedFile = { path: string; bytes: number; sha256: string };
export type Written = { bytes: number; sha256: string };

const CHUNK_BYTES = 256 * 1024;
const GZIP = { level: 1 };
/** PostgreSQL refuses a data folder that others can read. */
const MODE = 0o600;

export async function packFiles(
	files: readonly FileToPack[],
	target: string,
): Promise<{ packed: PackedFile[]; written: Written }> {
	const tar = pack();
	const packed: PackedFile[] = [];
	async function fill(): Promise<void> {
		for (const file of files) {
			const contents = await openContents(file);
			if (!contents) continue;
			const hash = createHash('sha256');
			const entry = tar.entry({ name: file.path, size: file.bytes, mode: MODE });
			await pipeline(Readable.from(hashed(contents, hash)), entry);
			packed.push({ path: file.path, bytes: file.bytes, sha256: hash.digest('hex') });
		}
		tar.finalize();
	}
	const filling = fill().catch((error) => tar.destroy(error));
	const written = await writeHashed([tar as unknown as Readable, createGzip(GZIP)], target);
	await filling;
	return { packed, written };
}

export async function gzipFile(from: string, target: string): Promise<Written> {
	const file = await open(from);
	return writeHashed([file.createReadStream(), createGzip(GZIP)], target);
}

export async function writeHashed(
	streams: readonly (NodeJS.ReadableStream | NodeJS.ReadWriteStream)[],
	target: string,
): Promise<Written> {
	const hash = createHash('sha256');
	let bytes = 0;
	const count = new Transform({
		transform(chunk, _, done) {
			hash.update(chunk);
			bytes += chunk.length;
			done(null, chunk);
		},
	});
	await pipeline([...streams, count, createWriteStream(target, { mode: MODE })] as NodeJS.ReadWriteStream[]);
	return { bytes, sha256: hash.digest('hex') };
}

async function openContents({ from, bytes }: FileToPack): Promise<AsyncIterable<Buffer> | undefined> {
	if (typeof from !== 'string') return Readable.from([from]);
	try {
		return readExactly(await open(from), bytes);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}

/** Pads a truncated file with zeros; the WAL truncates it again. */
async function* readExactly(file: Awaited<ReturnType<typeof open>>, bytes: number): AsyncGenerator<Buffer> {
	try {
		for (let at = 0; at < bytes; ) {
			const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, bytes - at));
			const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
			yield bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead);
			at += bytesRead === 0 ? buffer.length : bytesRead;
		}
	} finally {
		await file.close();
	}
}

async function* hashed(contents: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
	for await (const chunk of contents) {
		hash.update(chunk);
		yield chunk;
	}
}
