import { randomInt } from 'node:crypto';

const WORDS =
	`apple anchor arrow autumn badge bakery balloon banner basket beacon bicycle blanket bottle branch breeze bridge
	bucket butter button cabin camera candle canyon carpet castle cedar cherry circle clover cloud cobalt comet copper coral
	cotton cradle crystal dairy dancer desert diamond dolphin donkey dragon eagle echo ember engine falcon feather fiddle
	finger flower forest fountain fossil garden giant ginger glacier glove grape gravel guitar hammer harbor hazel helmet
	honey horizon island ivory jacket jasmine jungle kettle kitchen ladder lantern lemon library lizard magnet maple marble
	meadow melody mirror monkey mountain museum needle oasis ocean olive orange orchard paddle palace paper parrot pebble
	pencil pepper piano pillow planet plum pocket prairie puzzle rabbit rainbow ribbon river rocket saddle saffron salmon
	shadow silver spider summer sunset temple thunder tiger timber tomato tower tulip tunnel turtle valley velvet violin
	walnut water whistle willow window winter yellow zebra`.split(/\s+/);
const LENGTH = 6;

export function newPhrase(): string {
	return Array.from({ length: LENGTH }, () => WORDS[randomInt(WORDS.length)]).join(' ');
}

export function holdsPhrase(description: string, phrase: string): boolean {
	return plain(description).includes(plain(phrase));
}

function plain(text: string): string {
	return text.toLowerCase().replace(/\s+/g, ' ');
}
