import type { Config } from '../app/config.ts';
import type { BackupStore } from './stores/backup-store.ts';
import { createBucketStore } from './stores/bucket-store.ts';
import { createFolderStore } from './stores/folder-store.ts';

export function openStore({ folder, bucket }: Partial<Config['backup']>): BackupStore | undefined {
	if (bucket) return createBucketStore(bucket);
	return folder === undefined ? undefined : createFolderStore(folder);
}
