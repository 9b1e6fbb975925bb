type Encoders<Row> = { readonly [Name in keyof Row]?: (values: readonly Row[Name][]) => Buffer };

/** Returns one array for each named field, in the order of `encoders`. */
export function columnsOf<Row>(rows: readonly Row[], encoders: Encoders<Row>): Buffer[] {
	const names = Object.keys(encoders) as (keyof Row)[];
	return names.flatMap((name) => encoders[name]?.(rows.map((row) => row[name])) ?? []);
}
