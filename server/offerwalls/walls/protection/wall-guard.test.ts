import { HOUR_MS } from '../../../../contract/durations.ts';
import { asRobuxCents } from '../../../../contract/money.ts';
import type { Partner } from '../../partners/partner.ts';
import { partners } from '../../partners/registry.ts';
import { rejectionReasons } from '../../postbacks/received-postback.ts';
import { toWalls, type Wall } from '../wall.ts';
import { guardWall, holdOf, LARGE_CREDIT, SUSPICIOUS_HOLD_HOURS } from './wall-guard.ts';

const entry = { id: 'w', partner: 'wannads', name: 'W', secret: 'test-secret' };
const ask = (more: object, pathKey: string | undefined, ip: string) =>
	guardWall(toWalls([{ ...entry, ...more }], 'test')[0] as Wall, pathKey, ip);
const PATH_KEY = 'a-long-secret-path-key';

test.each<(string | undefined)[]>([
	[undefined, undefined, undefined],
	[undefined, '', undefined],
	[undefined, 'any', rejectionReasons.pathKey],
	[PATH_KEY, PATH_KEY, undefined],
	[PATH_KEY, PATH_KEY.slice(0, -1), rejectionReasons.pathKey],
	[PATH_KEY, undefined, rejectionReasons.pathKey],
])('a wall with the path key %j answers the path key %j with the objection %s', (own, sent, objection) => {
	expect(ask({ pathKey: own }, sent, '192.0.2.1')).toBe(objection);
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
	const allowedIps = ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32', '2001:db9::1'];
	expect(ask({ allowedIps }, undefined, ip)).toBe(isListed ? undefined : rejectionReasons.notThePartner);
});

const signedWall = { partner: partners.wannads as Partner, allowedIps: [], unprotectedUntilMs: 0 };
const hold = (holdHours: number, reward: number) => holdOf({ ...signedWall, holdHours }, asRobuxCents(reward), 1_000);

const held = (hours: number, cause?: 'amount') => ({ untilMs: 1_000 + hours * HOUR_MS, cause });

test.each<[number, number, object | undefined]>([
	[0, LARGE_CREDIT, undefined],
	[24, 1, held(24)],
	[0, LARGE_CREDIT + 1, held(72, 'amount')],
	[1, LARGE_CREDIT + 1, held(72, 'amount')],
	[72, LARGE_CREDIT + 1, held(72, 'amount')],
	[100, LARGE_CREDIT + 1, held(100, 'amount')],
])('a wall with a hold of %i hours holds a credit of %i R$ cents: %j', (holdHours, reward, expected) => {
	expect([LARGE_CREDIT, SUSPICIOUS_HOLD_HOURS]).toEqual([200_000, 72]);
	expect(hold(holdHours, reward)).toEqual(expected);
});
