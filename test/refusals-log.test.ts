import { sql } from 'kysely';
import { peopleOf } from './access/access-people.ts';
import { send } from './sites/json-client.ts';
import { openTestProduct } from './sites/product.ts';

const { product, database } = openTestProduct();
const people = peopleOf(product, database);

test('the log contains refused requests with credentials, with the uid of existing users', async () => {
	const [user, banned, gone, guest] = [
		await people.make('user'),
		await people.make('banned'),
		await people.make('deleted'),
		await people.make('anonymous'),
	];
	for (const { elsewhere } of [user, banned, gone, guest]) {
		await send('POST', `${product().url}/api/adminGetUsers`, { data: null }, elsewhere);
	}
	await product().deps.events.flush();
	const { rows } = await sql`
		select what, outcome, uid, ip from log_entries where source = 'refusal' order by id
	`.execute(database.owner);
	const what = '/api/adminGetUsers';
	expect(rows).toEqual([
		{ what, outcome: 'permission-denied', uid: user.uid, ip: '127.0.0.1' },
		{ what, outcome: 'banned', uid: banned.uid, ip: '127.0.0.1' },
		{ what: '*', outcome: 'unauthenticated', uid: null, ip: null },
	]);
});
