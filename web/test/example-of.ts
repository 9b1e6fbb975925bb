import { z } from 'zod';

export type Partly<Value> = Value extends readonly (infer Item)[]
	? readonly Partly<Item>[]
	: Value extends object
		? { [Field in keyof Value]?: Partly<Value[Field]> }
		: Value;

const plainValues = [
	false,
	0,
	1,
	'',
	'a',
	'00000000-0000-4000-8000-000000000001',
	'a@example.com',
	'0'.repeat(64),
	null,
];

/** Returns the smallest valid value, completed with `given`. Throws for unknown fields. */
export function exampleOf<Schema extends z.ZodType>(
	schema: Schema,
	given?: Partly<z.output<Schema>>,
): z.output<Schema> {
	return complete(schema, given) as z.output<Schema>;
}

function complete(schema: z.core.$ZodType, given: unknown): unknown {
	const { def } = (schema as z.core.$ZodTypes)._zod;
	switch (def.type) {
		case 'object':
			return completeObject(schema as z.ZodObject, given);
		case 'array':
			if (given === undefined) return [];
			return Array.isArray(given) ? given.map((item) => complete(def.element, item)) : given;
		case 'nullable':
			return given === undefined || given === null ? null : complete(def.innerType, given);
		case 'optional':
		case 'default':
			return given === undefined || given === null ? given : complete(def.innerType, given);
		case 'record':
			return given ?? {};
		case 'union':
			return given === undefined
				? complete(def.options[0] as z.core.$ZodType, given)
				: completeOption(def.options, given);
		default:
			return given === undefined ? plainExample(schema) : given;
	}
}

function completeObject({ shape, def }: z.ZodObject, given: unknown): unknown {
	if (given !== undefined && (typeof given !== 'object' || given === null)) return given;
	const fields: Record<string, unknown> = { ...given };
	const isOpen = def.catchall || Object.keys(shape).length === 0;
	const unknown = Object.keys(fields).find((field) => !isOpen && !(field in shape));
	if (unknown !== undefined) throw new Error(`the contract has no field ${unknown}`);
	for (const [field, schema] of Object.entries(shape)) {
		const value = complete(schema, fields[field]);
		if (value !== undefined) fields[field] = value;
	}
	return fields;
}

function completeOption(options: readonly z.core.$ZodType[], given: unknown): unknown {
	const problems = options.map((option) => {
		try {
			const value = complete(option, given);
			const { success, error } = z.safeParse(option, value);
			return success ? { value } : error;
		} catch (error) {
			return error;
		}
	});
	const fitting = problems.find((each): each is { value: unknown } => each instanceof Object && 'value' in each);
	if (!fitting) throw problems[0];
	return fitting.value;
}

function plainExample(schema: z.core.$ZodType): unknown {
	const { values } = (schema as z.core.$ZodTypes)._zod;
	const candidates = [...(values ?? []), ...plainValues];
	return candidates.find((value) => z.safeParse(schema, value).success);
}
