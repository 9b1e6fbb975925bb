import { createFolderStore } from '../../server/backup/stores/folder-store.ts';
import { type BackupSource, takeBackup } from '../../server/backup/take-backup.ts';

// A backup in a process of its own, so that it can be killed. Says `DONE` when it has ended.
const [source = '', folder = '', scratchFolder = ''] = process.argv.slice(2);
await takeBackup(JSON.parse(source) as BackupSource, createFolderStore(folder), { scratchFolder });
console.log('DONE');
