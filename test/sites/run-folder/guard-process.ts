import { clearFolder } from './clear-folder.ts';

/** Outlives the command that started it: when its input ends, however that came about, it clears the command's folder. */
const [folder = ''] = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.stdin.resume().once('close', () => void clearFolder(folder));
