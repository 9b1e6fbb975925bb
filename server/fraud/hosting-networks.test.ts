import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '../../test/support/contents-of.ts';
import { readHostingNetworks } from './hosting-networks.ts';

const folder = testFolder();
const file = join(folder, 'list.txt');

test('the shipped list has at most 200 AS numbers', () => {
	const shipped = readHostingNetworks();
	expect(shipped.has(24_940)).toBe(true);
	expect(shipped.size).toBeLessThanOrEqual(200);
});

test("the operator's list replaces the shipped list", () => {
	writeFileSync(file, '# ours\nAS64500 Example\n64501\n\n');
	expect([...readHostingNetworks(file)]).toEqual([64_500, 64_501]);
});

test('a line without a number and a missing file stop the start', () => {
	writeFileSync(file, 'Hetzner\n');
	expect(() => readHostingNetworks(file)).toThrow("“Hetzner” doesn't start with an AS number");
	expect(() => readHostingNetworks(join(folder, 'none'))).toThrow("HOSTING_NETWORKS_FILE: couldn't read");
});
