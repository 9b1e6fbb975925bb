import { randomInt } from 'node:crypto';
import { peopleOf } from '../access/access-people.ts';
import { createRandom } from '../partners/random.ts';
import { openTestProduct } from '../sites/product.ts';
import { type FuzzRequest, generateRequest } from './generate-request.ts';

const COUNT = Number(process.env.LOOTPASS_REQUESTS ?? 600);
const SEED = Number(process.env.LOOTPASS_SEED ?? randomInt(2 ** 31));
const AT_ONCE = 8;
const REQUESTS_OF_ONE = 40;
const MS_FOR_EACH = 60;

const { product, database } = openTestProduct();
const people = peopleOf(product, database);
const roles = ['anonymous', 'user', 'admin', 'paused', 'banned', 'ageless'] as const;

test(`${COUNT} contract-based requests of all roles get responses that match the contract (seed ${SEED})`, {
	timeout: 60_000 + COUNT * MS_FOR_EACH,
}, async () => {
	console.log(`seed ${SEED}`);
	const random = createRandom(SEED);
	const victim = await people.make('user');
	const secrets = [victim.email, victim.gameName];
	const findings: string[] = [];
	let answers = 0;
	for (let done = 0; done < COUNT; done += REQUESTS_OF_ONE) {
		const role = roles[(done / REQUESTS_OF_ONE) % roles.length] ?? 'user';
		const user = await people.make(role);
		const known = [victim.uid, user.uid, user.gameName, user.sessionId, 'eyJ2IjoxfQ'];
		const requests = Array.from({ length: Math.min(REQUESTS_OF_ONE, COUNT - done) }, () =>
			generateRequest(random, known),
		);
		for (let start = 0; start < requests.length; start += AT_ONCE) {
			const some = requests.slice(start, start + AT_ONCE);
			const outcomes = await Promise.all(some.map((each) => tryOut(each, user, role === 'admin' ? [] : secrets)));
			answers += outcomes.length;
			findings.push(...outcomes.filter((outcome) => outcome !== undefined).map((outcome) => `${role}: ${outcome}`));
		}
		if (COUNT > 10_000 && done % 5_000 < REQUESTS_OF_ONE)
			console.log(`${done} of ${COUNT}, ${findings.length} findings`);
	}
	expect(answers).toBe(COUNT);
	expect(findings.slice(0, 20)).toEqual([]);
});

async function tryOut(
	{ method, path, body, contentType, judge }: FuzzRequest,
	{ atAuth, elsewhere }: { atAuth: Record<string, string>; elsewhere: Record<string, string> },
	secrets: readonly string[],
): Promise<string | undefined> {
	const credentials = path.startsWith('/auth') ? atAuth : elsewhere;
	const response = await fetch(product().url + path, {
		method,
		redirect: 'manual',
		headers: { ...credentials, ...(body === undefined ? {} : { 'content-type': contentType }) },
		...(body === undefined ? {} : { body }),
	});
	const answer = {
		status: response.status,
		contentType: response.headers.get('content-type') ?? '',
		body: await response.text(),
	};
	const leaked = secrets.find((secret) => answer.body.includes(secret));
	const outcome = leaked ? `leaks data of another user: ${leaked}` : judge(answer);
	return outcome && `${outcome}: ${method} ${path} ${body?.slice(0, 300)} -> ${answer.body.slice(0, 300)}`;
}
