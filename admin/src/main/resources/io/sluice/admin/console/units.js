// Amounts as people write them; the same as ./sluice takes on the command line.

const SHAPE = /^(\d{1,19})(?:\.(\d{1,9}))?\s?([A-Za-z]*)(?:\/s)?$/;
const COUNTS = { '': 1n, k: 1_000n, K: 1_000n, m: 1_000_000n, M: 1_000_000n, g: 1_000_000_000n, G: 1_000_000_000n };
const BYTES = { '': 1n, B: 1n, kB: 1000n };
['K', 'M', 'G', 'T'].forEach((letter, i) => {
  const binary = 1024n ** BigInt(i + 1);
  BYTES[letter] = binary;
  BYTES[letter.toLowerCase()] = binary;
  BYTES[`${letter}iB`] = binary;
  BYTES[`${letter}B`] = 1000n ** BigInt(i + 1);
});
const SPANS = { ns: 1e-6, us: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** What was written is no amount; the message says what is wrong with it. */
export class NoAmount extends Error {}

function parse(text, units, such) {
  const [, whole, decimals = '', unit] = SHAPE.exec(text.trim()) ?? [];
  if (whole === undefined) {
    throw new NoAmount(`Must be such as ${such}, or none for no limit.`);
  }
  if (!Object.hasOwn(units, unit)) {
    throw new NoAmount(`Has no known unit: write it as one of ${such}.`);
  }
  const scale = 10n ** BigInt(decimals.length);
  const value = BigInt(whole + decimals) * units[unit];
  if (value % scale !== 0n) {
    throw new NoAmount('Comes to no whole number.');
  }
  if (value / scale > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new NoAmount('Is too large; write none for no limit.');
  }
  return Number(value / scale);
}

const isNone = (text) => ['', 'none', '-1'].includes(text.trim());

/** Messages per second: 1000, 10k, 1.5M; -1 for none or nothing. */
export const parseCount = (text) => (isNone(text) ? -1 : parse(text, COUNTS, '1000, 10k, 1.5M or 1000/s'));

/** Bytes per second: 4096, 64K (of 1024), 1MB (of 1000), 1MiB; -1 for none or nothing. */
export const parseBytes = (text) => (isNone(text) ? -1 : parse(text, BYTES, '4096, 64K, 1M, 1MiB (1048576) or 1MB (1000000)'));

/** Milliseconds of 500ms, 30s, 1m30s. */
export function parseSpan(text) {
  const parts = [...text.trim().matchAll(/(\d+(?:\.\d+)?)(ns|us|ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text.trim()) {
    throw new NoAmount('Must be a duration such as 500ms, 30s or 5m.');
  }
  return Math.floor(parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * SPANS[unit], 0));
}

/** As it may be written, in the largest unit that is exact. */
export function spanText(millis) {
  const [unit, size] = [['h', 3_600_000], ['m', 60_000], ['s', 1000]].find(([, each]) => millis > 0 && millis % each === 0) ?? ['ms', 1];
  return `${millis / size}${unit}`;
}

/** As it may be written, in the largest unit of either sort that is exact. */
export function bytesText(bytes) {
  const units = [['TiB', 1024 ** 4], ['TB', 1e12], ['GiB', 1024 ** 3], ['GB', 1e9], ['MiB', 1024 ** 2], ['MB', 1e6], ['KiB', 1024], ['kB', 1000]];
  const [unit, size] = units.find(([, each]) => bytes > 0 && bytes % each === 0) ?? ['B', 1];
  return `${bytes / size}${unit}`;
}
