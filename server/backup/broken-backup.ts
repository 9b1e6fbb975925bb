import { StartProblem } from '../lib/start-problem.ts';

/** What is wrong with a backup: for people, one sentence. */
export class BrokenBackup extends StartProblem {}
