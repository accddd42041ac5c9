// What can be entered for each kind of limit, within the bounds that the node has.

import { bytesText, NoAmount, parseBytes, parseCount, parseSpan, spanText } from './units.js';

const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;
const LARGEST_INT = 2 ** 31 - 1;

const orNone = (text) => (value) => (value > 0 ? text(value) : '');
const COUNT = { parse: parseCount, text: orNone(String), hint: 'Such as 1000 or 10k. Empty for no limit.' };
const BYTES = { parse: parseBytes, text: orNone(bytesText), hint: 'Such as 500k, 1MiB or 1MB. Empty for no limit.' };

/** A number that has to be there. */
const AMOUNT = {
  parse: (text) => {
    const value = parseCount(text);
    if (value < 1) {
      throw new NoAmount('Must be at least 1, such as 1000 or 10k.');
    }
    return value;
  },
  text: String,
};

const span = (least, most) => ({
  parse: (text) => parseSpan(text),
  text: spanText,
  check: (value) => (value < least || value > most ? `Must be from ${spanText(least)} to ${spanText(most)}.` : ''),
});

const dispatch = [
  { name: 'messages', label: 'Messages per period', ...COUNT },
  { name: 'bytes', label: 'Bytes per period', ...BYTES },
  {
    name: 'periodSeconds',
    label: 'Period in seconds',
    ...AMOUNT,
    check: (value) => (value > LARGEST_INT ? `Must be from 1 to ${LARGEST_INT}.` : ''),
    hint: 'The limit is for each period of this length.',
  },
  { name: 'relativeToPublishRate', label: 'On top of what is published', type: 'check' },
];

/** By kind; "group" is the quota of one. */
export const FIELDS = {
  publish: [
    { name: 'messages', label: 'Messages per second', ...COUNT },
    { name: 'bytes', label: 'Bytes per second', ...BYTES },
    { name: 'burstMillis', label: 'Burst', ...span(1, HOUR_MILLIS), hint: 'How much may be saved up, as the time in which it is earned.' },
    { name: 'onlyCount', label: 'Only count, throttle no producer', type: 'check' },
  ],
  dispatch,
  'subscription-dispatch': dispatch,
  ramp: [
    { name: 'min', label: 'From, per second', ...AMOUNT, check: (min, { max }) => (min > max ? 'Must not be more than where it ends.' : '') },
    { name: 'max', label: 'Up to, per second', ...AMOUNT, hint: 'Stands for the whole limit.' },
    { name: 'durationMillis', label: 'Within', ...span(1000, DAY_MILLIS), hint: 'How long it takes, such as 30s or 5m.' },
    { name: 'mode', label: 'Mode', type: 'select', options: ['scheduled', 'relaxed', 'only-if-used', 'go-back-n'] },
  ],
  group: [
    { name: 'publishMessages', label: 'Publish: messages per second', ...COUNT },
    { name: 'publishBytes', label: 'Publish: bytes per second', ...BYTES },
    { name: 'dispatchMessages', label: 'Dispatch: messages per second', ...COUNT },
    { name: 'dispatchBytes', label: 'Dispatch: bytes per second', ...BYTES },
  ],
};

const NEW = {
  publish: { burstMillis: 1000 },
  dispatch: { periodSeconds: 1 },
  'subscription-dispatch': { periodSeconds: 1 },
  ramp: { durationMillis: 60_000, mode: 'scheduled' },
  group: {},
};

/** What the form begins with. */
export const entered = (kind, policy) => (policy ? { ...policy, onlyCount: policy.enforce === false } : NEW[kind]);

/** What the node is sent. */
export function policyOf(kind, values) {
  const { onlyCount, ...policy } = values;
  return kind === 'publish' ? { ...policy, enforce: !onlyCount } : policy;
}
