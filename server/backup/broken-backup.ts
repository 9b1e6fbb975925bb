import { StartProblem } from '../lib/start-problem.ts';

/** The message is one sentence for operators. */
export class BrokenBackup extends StartProblem {}
