import { z } from 'zod';

/** What is decided about somebody, and can be objected to. */
export const statementKinds = ['ban', 'pause', 'withdrawal', 'hold', 'reversal', 'claim', 'review'] as const;
export type StatementKind = (typeof statementKinds)[number];

/**
 * By which rule something was decided. An id is never given to another rule, and what a rule means is never changed: it gets
 * another version, and rows keep the one that they were decided by.
 */
export const rules = {
	/** A person decided; why is in what they wrote. */
	staff: { kinds: ['ban', 'pause', 'withdrawal', 'reversal', 'claim'], version: 1 },
	/** So many credits were taken back by partners. */
	'chargebacks-ban': { kinds: ['ban'], version: 1 },
	/** Too large a share of the last completions was taken back. Only earlier versions paused for it. */
	'chargebacks-pause': { kinds: ['pause'], version: 1 },
	/** Looked at before it is sent, because of rules that only staff read. */
	screening: { kinds: ['withdrawal'], version: 1 },
	/** Who pays out refused it, or could not. */
	'vendor-refused': { kinds: ['withdrawal'], version: 1 },
	/** Nobody could tell what became of it: a person looks. */
	'vendor-unclear': { kinds: ['withdrawal'], version: 1 },
	/** All credits of the wall are held for a time. */
	'wall-hold': { kinds: ['hold'], version: 1 },
	/** A large credit is held for a time. */
	'amount-hold': { kinds: ['hold'], version: 1 },
	/** The wall paid far more than it ever does. */
	'speed-hold': { kinds: ['hold'], version: 1 },
	/** Its partner has not decided yet. */
	'partner-hold': { kinds: ['hold'], version: 1 },
	/** Its partner took it back. */
	'partner-reversal': { kinds: ['reversal'], version: 1 },
	/** We had paid a claim, and its partner has paid it after all. */
	'claim-paid-twice': { kinds: ['reversal'], version: 1 },
	/** So many points of signals that a person has to look; nothing is taken by it. */
	'fraud-signals': { kinds: ['review'], version: 1 },
	/** Who pays out says something else of an order than our books. */
	'vendor-differs': { kinds: ['review'], version: 1 },
} as const satisfies Record<string, { kinds: readonly StatementKind[]; version: number }>;

export type RuleId = keyof typeof rules;
/** As a row keeps it. */
export type RuleOnRow = `${RuleId}@${number}`;

export function ruleOnRow(id: RuleId): RuleOnRow {
	return `${id}@${rules[id].version}`;
}

const ruleIds = Object.keys(rules) as [RuleId, ...RuleId[]];

/** For so long somebody may object; a hold, while it lasts. */
export const OBJECTION_DAYS = 180;

/** Facts are the user's own amounts (R$), counts, names and times (ms); see `docs/decisions/17-reasons-and-appeals.md`. */
export const statement = z.object({
	kind: z.enum(statementKinds),
	id: z.string().nullable(),
	rule: z.enum(ruleIds),
	version: z.number(),
	/** Whether a machine decided alone. */
	automated: z.boolean(),
	/** Null where it is not known any more. */
	at: z.number().nullable(),
	facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
	/** What a person wrote, or a partner; null: the rule says it. */
	said: z.string().nullable(),
	/** When it ends by itself; null: it does not, or nobody knows. */
	ends_at: z.number().nullable(),
	/** By a message to us, until then; null: at any time. */
	object_until: z.number().nullable(),
});
export type Statement = z.output<typeof statement>;
