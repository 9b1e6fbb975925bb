import { createFolderStore } from '../../server/backup/stores/backup-store.ts';
import { type BackupSource, takeBackup } from '../../server/backup/take-backup.ts';

const [source = '', folder = '', scratchFolder = ''] = process.argv.slice(2);
await takeBackup(JSON.parse(source) as BackupSource, createFolderStore(folder), { scratchFolder });
console.log('DONE');
