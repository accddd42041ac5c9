// How the nodes share the quota of a group: now, and over the last 15 minutes.

import { chart } from './charts.js';
import { h } from './dom.js';
import { byteRate, count, messageRate, percent } from './format.js';
import { badge, empty, meter, name, table } from './parts.js';

/** What a quota has, and what it is called in the history: of the quota and of a node's use, and of its share. */
const PARTS = [
  { title: 'Published messages', id: 'publishMessages', share: 'publishShareOfMessages', unit: messageRate },
  { title: 'Published bytes', id: 'publishBytes', share: 'publishShareOfBytes', unit: byteRate },
  { title: 'Dispatched messages', id: 'dispatchMessages', share: 'dispatchShareOfMessages', unit: messageRate },
  { title: 'Dispatched bytes', id: 'dispatchBytes', share: 'dispatchShareOfBytes', unit: byteRate },
];

const isKnown = (value) => value !== undefined && value !== null;

/** Which part of a share is used; nothing if there is no limit. */
function used({ messagesPerSecond, bytesPerSecond, shareOfMessages, shareOfBytes }) {
  const parts = [[messagesPerSecond, shareOfMessages], [bytesPerSecond, shareOfBytes]]
    .filter(([, share]) => isKnown(share))
    .map(([use, share]) => (share > 0 ? use / share : Number(use > 0)));
  return parts.length === 0 ? undefined : Math.max(...parts);
}

/** What is used of a share, for one direction. */
export function use(part) {
  const share = used(part);
  return h('span', { class: 'use' }, `${messageRate(part.messagesPerSecond)}, ${byteRate(part.bytesPerSecond)} `,
    share !== undefined && [meter(share, `${percent(share)} of its share`), h('span', { class: 'note' }, ` ${percent(share)} of its share`)]);
}

const some = (values) => (values ?? []).some((value) => value !== null && value > 0);

/** The use and the share of each node, beside the quota. */
export function groupCharts(history) {
  const { quota, nodes } = history;
  const drawn = (title, unit, series) => h('div', { key: title }, h('h3', {}, title), chart({ title, history, unit, series }));
  const ofNodes = (id) => nodes.map(({ node, series }) => ({ label: node, values: series[id] ?? [] }));
  const limit = (id) => (some(quota[id]) ? [{ label: 'Quota', values: quota[id], limit: true }] : []);
  const wanting = (id) => (quota.publishMessages ?? []).map((_, i) => {
    const known = nodes.map(({ series }) => series[id]?.[i]).filter(isKnown);
    return known.length > 0 ? known.reduce((sum, wants) => sum + wants) : null;
  });
  const parts = PARTS.filter(({ id }) => some(quota[id]) || nodes.some(({ series }) => some(series[id])));
  if (parts.length === 0) {
    return h('p', { class: 'hint' }, 'Nothing is known of that time: the members have done nothing, and the quota limits nothing.');
  }
  return h('div', { class: 'columns' },
    parts.map(({ title, id, share, unit }) => [
      drawn(`${title}, by node`, unit, [...ofNodes(id), ...limit(id)]),
      nodes.some(({ series }) => some(series[share])) && drawn(`Shares of ${title.toLowerCase()}`, unit, [...ofNodes(share), ...limit(id)]),
    ]),
    drawn('Nodes that want more than their share', (value) => count(value), [
      { label: 'to publish', values: wanting('publishWantsMore') },
      { label: 'to dispatch', values: wanting('dispatchWantsMore') },
    ]));
}

/** A share of nothing may be all that a node has; one that is missing is no limit. */
const share = ({ shareOfMessages, shareOfBytes }) => [
  isKnown(shareOfMessages) && messageRate(shareOfMessages),
  isKnown(shareOfBytes) && byteRate(shareOfBytes),
].filter(Boolean).join(' and ') || 'no limit';

const demand = (part) => (part.wantsMore ? badge('wants more', 'warn') : 'has enough');

/** What each node does now. */
export function nodesTable({ uses = [] }) {
  if (uses.length === 0) {
    return empty('No node has reported its use yet.', h('p', {}, 'A node does so within a second or two after a member has begun to use the quota.'));
  }
  return table({
    caption: 'What each node uses of the quota, what it may use, and whether its members would use more',
    rows: uses,
    keyOf: ({ node }) => node,
    columns: [
      { id: 'node', title: 'Node', cell: ({ node, self }) => [name(node), self && [' ', badge('this one')]] },
      { id: 'publish', title: 'Publishes', cell: ({ publish }) => use(publish) },
      { id: 'publishShare', title: 'May publish', cell: ({ publish }) => share(publish) },
      { id: 'publishDemand', title: 'Demand to publish', cell: ({ publish }) => demand(publish) },
      { id: 'dispatch', title: 'Dispatches', cell: ({ dispatch }) => use(dispatch) },
      { id: 'dispatchShare', title: 'May dispatch', cell: ({ dispatch }) => share(dispatch) },
      { id: 'dispatchDemand', title: 'Demand to dispatch', cell: ({ dispatch }) => demand(dispatch) },
    ],
  });
}
