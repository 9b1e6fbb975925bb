import type { Readable } from 'node:stream';

export type StoredFile = { name: string; bytes: number };

/** Names: paths of letters, digits and `.-_`. */
export type BackupStore = {
	description: string;
	/** Atomic, and durable on return. */
	put(name: string, file: string): Promise<void>;
	/** @throws MissingFile */
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
