import { frameOriginOf } from './wall-frame.ts';

test.each([
	['https://wall.example/show/{uid}?a=1', 'https://site.example', 'https://wall.example'],
	['https://wall.example:8443/', 'https://site.example', 'https://wall.example:8443'],
	['https://wall.example:443/', 'http://localhost:3000', 'https://wall.example'],
	['http://localhost:3001/wall', 'http://localhost:3000/earn/x', 'http://localhost:3001'],
	['https://[2001:db8::1]/', 'https://site.example', 'https://[2001:db8::1]'],
	["https://wäll.example/';script-src *", 'https://site.example', 'https://xn--wll-qla.example'],
	['http://wall.example/', 'https://site.example', undefined],
	['https://site.example/wall', 'https://site.example', undefined],
	['https://*.wall.example/', 'https://site.example', undefined],
	['javascript:alert(1)', 'http://localhost:3000', undefined],
	['data:text/html,x', 'https://site.example', undefined],
	['blob:https://wall.example/1', 'https://site.example', undefined],
])('the frame of the wall %s on site %s may load only %s', (wall, site, origin) => {
	expect(frameOriginOf(new URL(wall), new URL(site))).toBe(origin);
});
