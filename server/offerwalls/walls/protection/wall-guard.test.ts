import { rejectionReasons } from '../../postbacks/received-postback.ts';
import { toWalls } from '../wall.ts';
import { guardWall } from './wall-guard.ts';

const walls = toWalls(
	[
		{ id: 'open', partner: 'wannads', name: 'Open', secret: 'test-secret' },
		{ id: 'keyed', partner: 'wannads', name: 'Keyed', secret: 'test-secret', pathKey: 'a-long-secret-path-key' },
		{
			id: 'listed',
			partner: 'wannads',
			name: 'Listed',
			secret: 'test-secret',
			allowedIps: ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32', '2001:db9::1'],
		},
	],
	'test',
);
const ask = (id: string, pathKey: string | undefined, ip: string) => {
	const wall = walls.find((each) => each.id === id);
	if (!wall) throw new Error(`no wall ${id}`);
	return guardWall(wall, pathKey, ip);
};

test.each([
	['open', undefined, undefined],
	['open', '', undefined],
	['open', 'any', rejectionReasons.pathKey],
	['keyed', 'a-long-secret-path-key', undefined],
	['keyed', 'a-long-secret-path-ke', rejectionReasons.pathKey],
	['keyed', undefined, rejectionReasons.pathKey],
])('a postback of %s with the path key %j gets the objection %s', (id, pathKey, objection) => {
	expect(ask(id, pathKey, '192.0.2.1')).toBe(objection);
});

test.each([
	['203.0.113.255', true],
	['203.0.114.0', false],
	['::ffff:203.0.113.9', true],
	['::FFFF:203.0.113.9', true],
	['::ffff:cb00:7109', true],
	['::ffff:cb00:7209', false],
	['198.51.100.7', true],
	['198.51.100.6', false],
	['2001:db8:ffff::1', true],
	['2001:db9::1', true],
	['2001:db9::2', false],
	['::ffff:nothing', false],
	['203.0.113', false],
	['', false],
])('%s is an allowed address: %s', (ip, isListed) => {
	expect(ask('listed', undefined, ip)).toBe(isListed ? undefined : rejectionReasons.notThePartner);
});
