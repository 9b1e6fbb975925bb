/** What is wrong with a backup: for people, one sentence. */
export class BrokenBackup extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'BrokenBackup';
	}
}
