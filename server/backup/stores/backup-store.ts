import type { Readable } from 'node:stream';

export type StoredFile = { name: string; bytes: number };

/** File names are paths of letters, digits and `.-_`. */
export type BackupStore = {
	description: string;
	/** Stores the file atomically; it is durable when this resolves. */
	put(name: string, file: string): Promise<void>;
	read(name: string): Promise<Readable>;
	list(prefix: string): Promise<StoredFile[]>;
	remove(name: string): Promise<void>;
};

export class MissingFile extends Error {
	constructor(name: string) {
		super(`${name} is missing`);
		this.name = 'MissingFile';
	}
}
