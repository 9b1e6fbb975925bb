export type Print = (line: string) => void;

export type TrialOptions = { count: number; seed: number; minutes: number };

export type Found = { findings: readonly string[] } & Readonly<Record<string, unknown>>;
