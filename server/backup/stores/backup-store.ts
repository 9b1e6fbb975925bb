import type { Readable } from 'node:stream';

export type StoredFile = { name: string; bytes: number };

/** A folder or a bucket. Names are paths with `/`, of letters, digits and `.-_`. */
export type BackupStore = {
	/** For people: where it is. */
	description: string;
	/** Keeps a local file under this name: all of it or nothing, lasting when this resolves. */
	put(name: string, file: string): Promise<void>;
	/** @throws MissingFile */
	read(name: string): Promise<Readable>;
	/** Everything whose name begins with this, in order of names. */
	list(prefix: string): Promise<StoredFile[]>;
	/** Also when it is gone already. */
	remove(name: string): Promise<void>;
};

export class MissingFile extends Error {
	constructor(name: string) {
		super(`${name} is missing`);
		this.name = 'MissingFile';
	}
}
