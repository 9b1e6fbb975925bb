import { sql } from 'kysely';
import { type BookProblem, findProblems, type Rule } from '../ledger/check-ledger.ts';
import type { Tx } from '../lib/db/database.ts';

const rules: Rule[] = [
	{
		rule: 'each imported account has booked and held what its transfers say',
		violations: sql`
			select coalesce(i.uid, t.uid) || ': ' || coalesce(i.booked, 0) || ' and ' || coalesce(i.held, 0) || ' held, '
				|| coalesce(t.booked, 0) || ' and ' || coalesce(t.held, 0) || ' in the books' as detail
			from imported_accounts i full join (
				select uid,
					sum(case kind when 'import-cancel' then -amount when 'import-release' then 0 else amount end) as booked,
					sum(case kind when 'import' then 0 when 'import-hold' then amount else -amount end) as held
				from transfers where kind in ('import', 'import-hold', 'import-release', 'import-cancel') group by uid
			) t using (uid)
			where (coalesce(i.booked, 0), coalesce(i.held, 0)) <> (coalesce(t.booked, 0), coalesce(t.held, 0))`,
	},
];

export const checkImports = (tx: Tx): Promise<BookProblem[]> => findProblems(tx, rules);
