import { AuthError } from '../../accounts/session/auth-requests.ts';
import { orElse } from '../../lib/optional.ts';
import { reloadAfterDeploy } from './reload-after-deploy.ts';

const reload = vi.fn();
let page: EventTarget;

beforeEach(() => {
	vi.useFakeTimers();
	reload.mockClear();
	page = new EventTarget();
	const replaceState = (state: object) => Object.assign(history, { state });
	vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
	vi.stubGlobal('history', { state: { key: 'k' }, replaceState });
	vi.stubGlobal('location', { reload });
	reloadAfterDeploy();
});

afterEach(() => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

const report = (payload: Error) => page.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
const gone = (message = 'Failed to fetch dynamically imported module: /a.js') => new TypeError(message);

test.each([
	[1, 'a script that is gone', gone()],
	[1, 'a script that is gone in Firefox', gone('error loading dynamically imported module: /a.js')],
	[1, 'a script that is gone in Safari', gone('Importing a module script failed.')],
	[1, 'a style sheet that is gone', new Error('Unable to preload CSS for /a.css')],
	[0, 'a refused sign-in', new AuthError('auth/invalid-credential', 'The address or password is wrong.')],
	[0, 'a lost connection', new TypeError('Failed to fetch')],
	[0, 'a mistake in the code of a part', new TypeError("Cannot read properties of undefined (reading 'map')")],
])('the page reloads %i times a minute for %s', async (times, _error, error) => {
	for (let reports = 0; reports < 4; reports += 1) {
		report(error);
		await vi.advanceTimersByTimeAsync(15_000);
	}
	expect(reload).toHaveBeenCalledTimes(times);
	report(error);
	await vi.advanceTimersByTimeAsync(1);
	expect(reload).toHaveBeenCalledTimes(2 * times);
	expect(history.state).toMatchObject({ key: 'k' });
});

test('a part with a fallback does not reload the page', async () => {
	const error = gone();
	report(error);
	expect(await orElse(Promise.reject(error), 'fallback')).toBe('fallback');
	await vi.advanceTimersByTimeAsync(1_000);
	expect(reload).not.toHaveBeenCalled();
});
