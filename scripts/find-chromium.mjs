import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const NOTE = fileURLToPath(new URL('../node_modules/.cache/lootpass/chromium-path', import.meta.url));
const VERSION_TIMEOUT_MS = 30_000;
/** The first has no windows, which saves a third of the processor time. */
const USUAL_PLACES = [
	'/usr/bin/chromium-headless-shell',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/usr/bin/google-chrome-stable',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Runs on Node 20 without packages. @throws {Error} if CHROMIUM_PATH is not a working browser. */
export async function findChromium() {
	const wanted = process.env.CHROMIUM_PATH;
	if (wanted) {
		if (await runs(wanted)) return wanted;
		throw new Error(`CHROMIUM_PATH is ${wanted}, which does not run as a browser. Correct it, or unset it.`);
	}
	const noted = await readFile(NOTE, 'utf8').catch(() => '');
	if (noted && existsSync(noted)) return noted;
	for (const place of [...USUAL_PLACES, await playwrightsOwn()]) {
		if (!place || !existsSync(place) || !(await runs(place))) continue;
		await mkdir(dirname(NOTE), { recursive: true });
		await writeFile(NOTE, place);
		return place;
	}
	return undefined;
}

/** A distribution may ship a stub, or libraries may be missing. */
async function runs(path) {
	try {
		await promisify(execFile)(path, ['--version', '--no-sandbox'], { timeout: VERSION_TIMEOUT_MS });
		return true;
	} catch {
		return false;
	}
}

async function playwrightsOwn() {
	try {
		const { chromium } = await import('@playwright/test');
		return chromium.executablePath();
	} catch {
		return undefined;
	}
}
