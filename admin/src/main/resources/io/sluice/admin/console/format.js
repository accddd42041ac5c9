// Numbers with units, and times. All are texts or elements to be put into a page.

import { h } from './dom.js';

const BYTES = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
const COUNTS = ['', 'k', 'M', 'G', 'T'];

function scaled(value, step, units) {
  let size = Math.abs(value);
  let unit = 0;
  while (size >= step * 0.9995 && unit < units.length - 1) {
    size /= step;
    unit++;
  }
  const digits = unit === 0 ? (size < 10 && size % 1 !== 0 ? 1 : 0) : size < 10 ? 2 : size < 100 ? 1 : 0;
  return [(value < 0 ? -size : size).toFixed(digits), units[unit]];
}

const isNone = (value) => value === null || value === undefined;

/** 1.25 MB; decimal, as rates of networks are. */
export const bytes = (value) => (isNone(value) ? '–' : scaled(value, 1000, BYTES).join('\u00a0'));

/** 12.3k */
export const count = (value) => (isNone(value) ? '–' : scaled(value, 1000, COUNTS).join(''));

/** 1 node, 12 nodes */
export const many = (value, one, more = `${one}s`) => `${count(value)}\u00a0${value === 1 ? one : more}`;

/** 12 345, with all digits. */
export const exact = (value) => new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(value).replaceAll(',', '\u202f');

export const messageRate = (value) => (isNone(value) ? '–' : `${count(value)}\u00a0msg/s`);
export const byteRate = (value) => (isNone(value) ? '–' : `${bytes(value)}/s`);
export const percent = (part) => (isNone(part) ? '–' : `${part > 0 && part < 0.1 ? (100 * part).toFixed(1) : Math.round(100 * part)}\u00a0%`);

/** What a limit or quota of messages and bytes per second comes to; -1, 0 or nothing is no limit. */
export function rates(messages, ofBytes) {
  const parts = [];
  if (messages > 0) {
    parts.push(messageRate(messages));
  }
  if (ofBytes > 0) {
    parts.push(byteRate(ofBytes));
  }
  return parts.length === 0 ? 'no limit' : parts.join(' and ');
}

/** 4 s, 3 min, 2 h, 5 d */
export function duration(seconds) {
  const size = Math.max(0, seconds);
  if (size < 60) {
    return `${Math.round(size)}\u00a0s`;
  }
  if (size < 3600) {
    return `${Math.floor(size / 60)}\u00a0min`;
  }
  return size < 86_400 ? `${Math.floor(size / 3600)}\u00a0h` : `${Math.floor(size / 86_400)}\u00a0d`;
}

const EXACT_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** "4 s ago", or "for 4 s" if asked for, and "just now", with the exact time at hand. The node's clock says what is now. */
export function time(iso, { now = Date.now(), form = (age) => `${age} ago` } = {}) {
  const then = new Date(iso);
  const exactText = EXACT_TIME.format(then);
  const seconds = (now - then.getTime()) / 1000;
  return h('time', { datetime: iso, title: exactText }, seconds < 0.5 ? 'just now' : form(duration(seconds)));
}

/** How long something has lasted. */
export const lasting = (iso, now) => time(iso, { now, form: (age) => `for ${age}` });

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** 12:34:56 */
export const clock = (millis) => CLOCK.format(millis);
