import { verifyRelease } from './upgrade-command.ts';

// Written by minisign 0.11.
const publicKey = `untrusted comment: minisign public key 9A18BB2EE65764FA
RWT6ZFfmLrsYmi1iMczLinkF5+FqNG8Y7hFozdBbKBc6FkuvqqIGQSDV
`;
const hashed = `untrusted comment: signature from minisign secret key
RUT6ZFfmLrsYmtnzFAgFowiGYdQino+lelZAcG008oRHICsnMy7PN1lkvql5qGBcVUOeqZVJzm3wJ2qxxUZ7LB/Vw2DFeT8lrAU=
trusted comment: lootpass 1.2.3
X9mzfG3jOrqL/Otrdsf3LXDajzeCm+k1VdLyG1UqmTuNKO4MU5C8fia5WFstMITFuscH4JuGH7ekq4Blhv58Dw==
`;
const legacy = `untrusted comment: signature from minisign secret key
RWT6ZFfmLrsYmofasLoGnsgwwwfx+GpPFltkeIjr3hdvjlgtPtD+TX/y8fxLLn6nZcK3EE1QuO5EjokIDHCyNRBcZB1idzOxtgM=
trusted comment: lootpass 1.2.3
wyaVmFTbbduFJ6CekJU1T5YBuTMIDmZShzYwM//UJvdw738dVApU8tmNu2E5Fak2iBqYkxPvGQ8IwFW4F2FAAA==
`;
const archive = Buffer.from('hello');

test.each([
	['prehashed', hashed],
	['legacy', legacy],
])('accepts a %s signature of minisign', (_, signature) => {
	expect(verifyRelease(archive, { signature, publicKey, installed: '1.2.2' })).toBe('1.2.3');
	expect(verifyRelease(archive, { signature, publicKey, installed: '0.10.0' })).toBe('1.2.3');
});

test.each([
	['a changed archive', { archive: Buffer.from('hellp') }, 'The signature is wrong'],
	['a changed version', { signature: hashed.replace('1.2.3', '9.9.9') }, 'The signature is wrong'],
	['the key of another release', { publicKey: publicKey.replace('RWT6', 'RWT7') }, 'of another key'],
	['a changed key', { publicKey: publicKey.replace('IGQSDV', 'IGQSDW') }, 'The signature is wrong'],
	['an empty signature', { signature: '' }, 'not a minisign file'],
	['the installed version', { installed: '1.2.3' }, 'not newer'],
	['an older version', { installed: '1.10.0' }, 'not newer'],
])('rejects %s', (_, change, refusal) => {
	const given = { archive, signature: hashed, publicKey, installed: '1.0.0', ...change };
	expect(() => verifyRelease(given.archive, given)).toThrow(refusal);
});
