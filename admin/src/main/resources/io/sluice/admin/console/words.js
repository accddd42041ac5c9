// Policies and their targets, in words. Numbers are exact here: what is set should not look like what is nearly the same.

import { h } from './dom.js';
import { exact } from './format.js';
import { name, topicLink } from './parts.js';
import { bytesText, spanText } from './units.js';

const orNone = (text) => (value) => (value > 0 ? text(value) : 'no limit');
const ofBytes = (value) => bytesText(value).replace(/(?<=\d)(?=\D)/, '\u00a0');
const perSecond = { messages: orNone((value) => `${exact(value)}\u00a0msg/s`), bytes: orNone((value) => `${ofBytes(value)}/s`) };
const perPeriod = { messages: orNone((value) => `${exact(value)}\u00a0messages`), bytes: orNone(ofBytes) };

/** What each kind of policy consists of: what to call it, and a text of its value. */
const FIELDS = {
  publish: {
    messages: ['messages', perSecond.messages],
    bytes: ['bytes', perSecond.bytes],
    burstMillis: ['burst', spanText],
    enforce: ['enforced', (value) => (value ? 'yes' : 'no, only counted')],
  },
  dispatch: {
    messages: ['messages', perPeriod.messages],
    bytes: ['bytes', perPeriod.bytes],
    relativeToPublishRate: ['on top of what is published', (value) => (value ? 'yes' : 'no')],
    periodSeconds: ['period', (value) => `${value}s`],
  },
  ramp: {
    min: ['from', exact],
    max: ['up to', exact],
    durationMillis: ['within', spanText],
    mode: ['mode', String],
  },
  group: {
    publishMessages: ['publish messages', perSecond.messages],
    publishBytes: ['publish bytes', perSecond.bytes],
    dispatchMessages: ['dispatch messages', perSecond.messages],
    dispatchBytes: ['dispatch bytes', perSecond.bytes],
  },
  membership: { group: ['group', String] },
};
FIELDS['subscription-dispatch'] = FIELDS.dispatch;

const KINDS = {
  publish: 'publish limit',
  dispatch: 'dispatch limit',
  'subscription-dispatch': 'dispatch limit of each subscription',
  ramp: 'ramp',
  group: 'quota',
  membership: 'membership',
};

export const kindText = (kind) => KINDS[kind] ?? kind;

const both = (texts, messages, bytes) => {
  const set = [messages > 0 && texts.messages(messages), bytes > 0 && texts.bytes(bytes)].filter(Boolean);
  return set.length === 0 ? 'no limit' : set.join(' and ');
};

const WORDS = {
  publish: ({ messages, bytes, burstMillis, enforce }) => both(perSecond, messages, bytes)
    + (burstMillis === 1000 ? '' : `, burst of ${spanText(burstMillis)}`)
    + (enforce ? '' : ', only counted'),
  dispatch: ({ messages, bytes, relativeToPublishRate, periodSeconds }) =>
    (periodSeconds === 1 ? both(perSecond, messages, bytes) : `${both(perPeriod, messages, bytes)} in ${periodSeconds}\u00a0s`)
    + (relativeToPublishRate ? ', on top of what is published' : ''),
  ramp: ({ min, max, durationMillis, mode }) => `from ${exact(min)} up to ${exact(max)} within ${spanText(durationMillis)}, ${mode}`,
  group: (quota) => `publish ${both(perSecond, quota.publishMessages, quota.publishBytes)}; `
    + `dispatch ${both(perSecond, quota.dispatchMessages, quota.dispatchBytes)}`,
  membership: ({ group }) => `in group ${group}`,
};
WORDS['subscription-dispatch'] = WORDS.dispatch;

const NOTHING = { membership: 'in no group' };

/** What a policy comes to, in one line. */
export const policyText = (kind, policy) => (policy ? WORDS[kind]?.(policy) ?? JSON.stringify(policy) : NOTHING[kind] ?? 'not set');

/** What differs; -1 and 0 are both no limit. */
const differing = (kind, one, other) => Object.entries(FIELDS[kind]).filter(([field, [, text]]) => text(one[field]) !== text(other[field]));

export const isSame = (kind, one, other) => Boolean(one) === Boolean(other) && (!one || differing(kind, one, other).length === 0);

/** From what to what: all of it if it is new or gone, and otherwise only what differs. */
export function changeText(kind, before, after) {
  const line = (label, from, to) => h('span', { class: 'change' }, label && `${label}: `, h('del', {}, from), ' → ', h('ins', {}, to));
  if (!before || !after || !FIELDS[kind]) {
    return [line('', policyText(kind, before), policyText(kind, after))];
  }
  return differing(kind, before, after)
    .map(([field, [label, text]]) => line(label, text(before[field]), text(after[field])));
}

/** Splits "topic persistent://a/b/c" into what it is and its name. */
export function targetOf(text) {
  const space = text.indexOf(' ');
  return space < 0 ? { type: text, name: '' } : { type: text.slice(0, space), name: text.slice(space + 1) };
}

export const groupLink = (group) => h('a', { class: 'name', dir: 'auto', href: `#/group?name=${encodeURIComponent(group)}` }, group);

/** The target of a policy, to be read in a sentence. */
export function targetText(text) {
  const target = targetOf(text);
  switch (target.type) {
    case 'default': return 'all topics by default';
    case 'broker': return 'each broker';
    default: return [`${target.type} `, name(target.name)];
  }
}

/** A text of the node in which a name may stand; the direction of writing of that is for the name alone. */
export const around = (text, own) => text.split(own).flatMap((part, i) => (i === 0 ? [part] : [name(own), part]));

/** The target of a policy, such as "namespace public/default", with a link where there is a page of it. */
export function targetLink(text) {
  const target = targetOf(text);
  switch (target.type) {
    case 'topic': return ['topic ', topicLink(target.name)];
    case 'group': return ['group ', groupLink(target.name)];
    default: return target.name ? [`${target.type} `, name(target.name)] : target.type;
  }
}

/** The topics or members for which a change makes a difference. */
export function whom(kind, text) {
  const target = targetOf(text);
  const what = kind === 'ramp' ? 'limit' : kindText(kind);
  if (kind === 'membership') {
    return [`all of ${target.type} `, name(target.name)];
  }
  switch (target.type) {
    case 'topic': return ['topic ', name(target.name), ' (and each of its partitions without its own, if it has any)'];
    case 'namespace': return ['every topic of namespace ', name(target.name), ` without its own ${what}`];
    case 'broker': return 'each broker, all topics that it serves together';
    case 'default': return `every topic without its own ${what} or one of its namespace`;
    default: return ['all members of group ', name(target.name), ' together, on all nodes'];
  }
}
