import { clearFolder } from './clear-folder.ts';

/** Clears the folder when stdin closes, even if the parent was killed. */
const [folder = ''] = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.stdin.resume().once('close', () => void clearFolder(folder));
