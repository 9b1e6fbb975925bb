import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CallResult } from '../../../../contract/calls.ts';
import { type Fields, type Fixture, fixtures } from '../../partners/documented/postbacks.ts';
import type { OfferEventKind, Parameters, Partner } from '../../partners/partner.ts';
import { partners } from '../../partners/registry.ts';
import { guardWall } from '../../walls/protection/wall-guard.ts';
import type { Wall } from '../../walls/wall.ts';
import { wallOf } from '../../walls/wall-changes.ts';
import { type OfferEvent, readPostback } from '../postback.ts';
import { readArrived, toBytes } from '../reading/raw-parameters.ts';
import { pathOf, signFields } from './test-postback.ts';

export type CertifyDeps = { walls: readonly Wall[]; publicUrl: string };

type Certified = CallResult<'adminCertifyOfferwall'>;
type Case = Certified['cases'][number];
type Sent = { fields: Fields; headers: Fields; text: string; path: string };

/** An address that no partner uses (RFC 5737). */
const ELSEWHERE = '192.0.2.1';

/** Signs as documented, unless the entry has its own recipe. Books nothing. */
export async function adminCertifyOfferwall(deps: CertifyDeps, { id }: { id: string }): Promise<Certified> {
	const wall = wallOf(deps, id);
	const documented = fixtures[wall.partnerId] as Fixture;
	const desk = createDesk(wall, documented, deps.publicUrl);
	const cases = [...genuine(wall, documented, desk), ...forged(wall, documented, desk), ...atTheDoor(wall, documented)];
	return { passed: cases.every(({ passed }) => passed), cases };
}

type Desk = ReturnType<typeof createDesk>;

function createDesk(wall: Wall, documented: Fixture, publicUrl: string) {
	const { partner, secret } = wall;
	const base = partners[wall.partnerId] as Partner;
	const [uid, tx, other] = [randomUUID(), fitting(wall, partner.parameters.transactionId), randomUUID()];
	const path = pathOf(wall);
	const names = renamed(base, partner);
	const hasOwnRecipe = !isDeepStrictEqual(partner.signature, base.signature) || names.size > 0;

	function fieldsOf(changes: Fields): Fields {
		const filled = Object.entries({ ...documented.credit, ...changes }).map(([name, value]) => [
			names.get(name) ?? name,
			value.replace('{uid}', uid).replace('{tx}', tx).replace('{new}', other),
		]);
		return Object.fromEntries(filled);
	}

	function write(fields: Fields, headers: Fields = {}): Sent {
		const text = partner.arrival === 'json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString();
		return { fields, headers, text, path };
	}

	function send(changes: Fields, by = secret): Sent {
		const all = fieldsOf(changes);
		const signed = hasOwnRecipe
			? signFields(partner, by, all, publicUrl + path)
			: documented.sign(all, by, publicUrl + path);
		return write(signed.fields, signed.headers);
	}

	function read({ text, path: sentTo, headers }: Sent): OfferEvent | { refused: string } {
		const parameters = readArrived({ text: toBytes(text), isBody: partner.arrival !== 'query' });
		if (!parameters || parameters === 'unsupported') return { refused: 'unreadable' };
		const url = partner.arrival === 'query' ? `${publicUrl}${sentTo}?${text}` : publicUrl + sentTo;
		const event = readPostback(wall, { parameters, url, header: (name) => headers[name] });
		return 'refused' in event ? { refused: event.why } : event;
	}

	function whyRefused(sent: Sent): string | undefined {
		const event = read(sent);
		return 'refused' in event ? event.refused : undefined;
	}

	return { uid, tx, names, send, write, read, whyRefused };
}

function genuine({ screenOutsPay }: Wall, documented: Fixture, desk: Desk): Case[] {
	const { reversal, pending, rejected, bonus, others } = documented;
	const played: [name: string, kinds: readonly OfferEventKind[], changes: Fields | undefined][] = [
		['Completed offer', ['credit'], {}],
		['Reversal of this offer', ['reversal'], reversal],
		['Pending offer', ['pending'], pending],
		['Rejection of the pending offer', ['reversal'], rejected],
		['Bonus', ['bonus'], bonus],
		['Screen-out', [screenOutsPay ? 'credit' : 'screen-out'], others['screen-out']],
		["Partner's own hold", ['hold', 'hold-cancelled'], others.noted],
		['Test', ['test'], others.test],
	];
	return played.flatMap(([name, kinds, changes]) => (changes ? [playGenuine(desk, name, kinds, changes)] : []));
}

function playGenuine(desk: Desk, name: string, kinds: readonly OfferEventKind[], changes: Fields): Case {
	const event = desk.read(desk.send(changes));
	const expected = `${kinds.join(' or ')} for this user`;
	if ('refused' in event) return { name, expected, got: `rejected (${event.refused})`, passed: false };
	// Accepts a shared value too, by which a reversal may link to its credit.
	const isTheirs = event.uid === desk.uid && (event.transactionId === desk.tx || event.link !== undefined);
	const isRight = kinds.includes(event.kind) && (event.kind !== 'credit' || event.reward > 0);
	const got = `${event.kind} for ${isTheirs ? 'this user' : 'another user or transaction'}`;
	return { name, expected, got, passed: isTheirs && isRight };
}

function forged({ partner: { signature, parameters } }: Wall, documented: Fixture, desk: Desk): Case[] {
	const repeated = desk.send({});
	const uid = new URLSearchParams({ [parameters.uid]: desk.uid });
	const twice = { ...repeated, text: `${uid}&${repeated.text}` };
	const cases = repeated.text.startsWith('{') ? [] : [refusedCase('Duplicate parameter', desk.whyRefused(twice))];
	if (signature.scheme === 'none') return cases;
	const { fields, headers } = desk.send({});
	const unsigned = { ...fields };
	if ('parameter' in signature) delete unsigned[signature.parameter];
	const changed = documented.covered
		.map((name) => desk.names.get(name) ?? name)
		.filter((name) => {
			const value = fields[name] ?? '';
			return desk.whyRefused(desk.write({ ...fields, [name]: `${value}1` }, headers)) === undefined;
		});
	return [
		...cases,
		refusedCase('Signed with another secret', desk.whyRefused(desk.send({}, 'another-secret'))),
		refusedCase('No signature', desk.whyRefused(desk.write(unsigned))),
		{
			name: 'Changed signed values',
			expected: 'rejected',
			got: changed.length > 0 ? `accepted with a changed ${changed.join(', ')}` : 'rejected',
			passed: changed.length === 0,
		},
	];
}

function atTheDoor(wall: Wall, { open = {} }: Fixture): Case[] {
	const unsigned = [...(open['path-key'] ?? []), ...(open.door ?? [])];
	const wrongKey = guardWall(wall, `${wall.pathKey ?? ''}x`, wall.allowedIps[0] ?? ELSEWHERE);
	const elsewhere = guardWall(wall, wall.pathKey, ELSEWHERE);
	const door = [refusedCase('Wrong path key', wrongKey)];
	if (wall.allowedIps.length > 0 || wall.isWeak) door.push(refusedCase('Unknown IP address', elsewhere));
	if (unsigned.length > 0) door.push(openCase(wall, unsigned));
	return door;
}

function openCase({ pathKey, allowedIps, isWeak }: Wall, unsigned: readonly string[]): Case {
	const guards = [
		...(pathKey === undefined ? [] : ['a path key']),
		...(allowedIps.length > 0 ? ['an IP allow-list'] : []),
	];
	return {
		name: `Unsigned values: ${unsigned.join(', ')}`,
		expected: `protected by a path key ${isWeak ? 'and' : 'or'} an IP allow-list`,
		got: guards.length > 0 ? `protected by ${guards.join(' and ')}` : 'unprotected',
		passed: guards.length >= (isWeak ? 2 : 1),
	};
}

function refusedCase(name: string, why: string | undefined): Case {
	const got = why === undefined ? 'accepted' : `rejected (${why})`;
	return { name, expected: 'rejected', got, passed: why !== undefined };
}

function renamed({ parameters: base }: Partner, { parameters }: Partner): Map<string, string> {
	const roles = Object.keys(base) as (keyof Parameters)[];
	return new Map(
		roles.flatMap((role) => {
			const [from, to] = [base[role], parameters[role]];
			return from !== undefined && to !== undefined && from !== to ? [[from, to] as const] : [];
		}),
	);
}

function fitting({ formats }: Wall, name: string): string {
	const id = randomUUID();
	const format = formats.get(name);
	return [id, id.replaceAll('-', ''), '10000000'].find((one) => format?.test(one) ?? true) ?? id;
}
