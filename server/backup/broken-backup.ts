import { StartProblem } from '../lib/start-problem.ts';

/** One sentence for operators. */
export class BrokenBackup extends StartProblem {}
