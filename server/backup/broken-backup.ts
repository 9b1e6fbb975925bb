import { StartProblem } from '../lib/start-problem.ts';

export class BrokenBackup extends StartProblem {}
