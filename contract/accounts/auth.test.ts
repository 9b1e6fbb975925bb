import { emailAddress } from './auth.ts';

test.each([
	...['moja@xn--h1alffa9f.xn--p1ai', 'o&k@example.com', 'a/b@example.com', 'user~x@example.com'],
	...["o'neil+tag@sub.example.co.uk", 'a.b@example.museum'],
])('accepts the address %s', (address) => expect(emailAddress.safeParse(address).success).toBe(true));

test.each([
	...['', 'a', 'a@b', '@example.com', 'a@example.com.', 'a@.com', 'a..b@example.com', '.a@example.com'],
	...['a b@example.com', 'a@example.123', 'a@-example.com', 'a,b@example.com', 'a@exam_ple.com'],
	...[`${'a'.repeat(250)}@example.com`, 'a@example.com\n'],
])('refuses the address %j', (address) => expect(emailAddress.safeParse(address).success).toBe(false));
