// How much of a limit is used, and what the limit is set for.

import { all, h } from './dom.js';
import { percent, rates } from './format.js';
import { meter } from './parts.js';
import { targetLink } from './words.js';

/** A limit of publishing or dispatch per second of a topic, how much of it holds if it rises, and what it is set for. */
export function limited(limit, origin, topic, rampFactor) {
  if (!limit) { // another node tells whose limit it is; what it is this node may not know
    return origin ? h('span', { class: 'note' }, 'the limit of ', targetLink(origin)) : 'no limit';
  }
  const period = limit.periodSeconds ?? 1;
  return all(
    rates(limit.messages / period, limit.bytes / period),
    rampFactor !== undefined && [' (', h('a', { href: '#/ramps' }, `${percent(rampFactor)} of it holds yet`), ')'],
    limit.relativeToPublishRate && ' above what is published',
    limit.enforce === false && ' (only counted)',
    h('span', { class: 'note' }, ' of ', origin === `topic ${topic}` ? 'the topic itself' : targetLink(origin)));
}

const KINDS = { publish: 'publish limit', dispatch: 'dispatch limit', 'subscription-dispatch': 'dispatch limit per subscription' };

/** Which limit throttles a client of a topic. */
export const waitsFor = ({ kind, origin, topic }) => all(
  origin.startsWith('group ') ? 'quota' : KINDS[kind] ?? kind,
  h('span', { class: 'note' }, ' of ', origin === `topic ${topic}` ? 'the topic itself' : targetLink(origin)));

/** Which part of a limit is used, drawn and said. */
export const used = (part) => (part === undefined || part === null
  ? '–'
  : h('span', { class: 'used' }, meter(part, `${percent(part)} of the limit is used`), ` ${percent(part)}`));

/** The same, and of which limit. */
export const usedOf = (part, limit, origin, topic, rampFactor) => (limit
  ? all(used(part), h('span', { class: 'note' }, ' of ', limited(limit, origin, topic, rampFactor)))
  : 'no limit');
