import { open } from 'node:fs/promises';

export async function flipByte(file: string): Promise<void> {
	const handle = await open(file, 'r+');
	const { size } = await handle.stat();
	const byte = Buffer.alloc(1);
	const at = Math.floor(size / 2);
	await handle.read(byte, 0, 1, at);
	await handle.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at);
	await handle.close();
}
