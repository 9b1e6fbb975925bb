import { z } from 'zod';

export const statementKinds = ['ban', 'pause', 'withdrawal', 'hold', 'reversal', 'claim', 'review'] as const;
export type StatementKind = (typeof statementKinds)[number];

/** Stored statements refer to these ids. Never reuse an id or change its meaning: add a version. */
export const rules = {
	staff: { kinds: ['ban', 'pause', 'withdrawal', 'reversal', 'claim'], version: 1 },
	'chargebacks-ban': { kinds: ['ban'], version: 1 },
	/** Used only by earlier versions of the product. */
	'chargebacks-pause': { kinds: ['pause'], version: 1 },
	screening: { kinds: ['withdrawal'], version: 1 },
	'vendor-refused': { kinds: ['withdrawal'], version: 1 },
	'vendor-unclear': { kinds: ['withdrawal'], version: 1 },
	'wall-hold': { kinds: ['hold'], version: 1 },
	'amount-hold': { kinds: ['hold'], version: 1 },
	'speed-hold': { kinds: ['hold'], version: 1 },
	'partner-hold': { kinds: ['hold'], version: 1 },
	'partner-reversal': { kinds: ['reversal'], version: 1 },
	'claim-paid-twice': { kinds: ['reversal'], version: 1 },
	'bounty-cause': { kinds: ['reversal'], version: 1 },
	'fraud-signals': { kinds: ['review'], version: 1 },
	'vendor-differs': { kinds: ['review'], version: 1 },
} as const satisfies Record<string, { kinds: readonly StatementKind[]; version: number }>;

export type RuleId = keyof typeof rules;
export type RuleOnRow = `${RuleId}@${number}`;

export const ruleOnRow = (id: RuleId): RuleOnRow => `${id}@${rules[id].version}`;

export const ruleOf = (onRow: string): RuleId => onRow.split('@', 1)[0] as RuleId;

const ruleIds = Object.keys(rules) as [RuleId, ...RuleId[]];

export const OBJECTION_DAYS = 180;

/** Amounts in R$, times in ms; see `docs/decisions/17-reasons-and-appeals.md`. */
export const statement = z.object({
	kind: z.enum(statementKinds),
	id: z.string().nullable(),
	rule: z.enum(ruleIds),
	version: z.number(),
	automated: z.boolean(),
	at: z.number().nullable(),
	facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
	/** Text written for this case; null if the statement names only the rule. */
	said: z.string().nullable(),
	/** Null if the decision never ends or its end is unknown. */
	ends_at: z.number().nullable(),
	object_until: z.number().nullable(),
});
export type Statement = z.output<typeof statement>;
