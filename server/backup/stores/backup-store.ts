import type { Readable } from 'node:stream';

export type StoredFile = { name: string; bytes: number };

/** Names: paths of letters, digits and `.-_`. */
export type BackupStore = {
	description: string;
	/** Atomic, and durable on return. */
	put(name: string, file: string): Promise<void>;
	/** @throws MissingFile */
	read(name: string): Promise<Readable>;
	/** Sorted by name. */
	list(prefix: string): Promise<StoredFile[]>;
	/** Succeeds if the file is missing. */
	remove(name: string): Promise<void>;
};

export class MissingFile extends Error {
	constructor(name: string) {
		super(`${name} is missing`);
		this.name = 'MissingFile';
	}
}
