// The nodes that know of each other: which are up, and what goes through each.

import { consoleLink } from '../across.js';
import { get } from '../api.js';
import { all, h } from '../dom.js';
import { byteRate, bytes, many, messageRate, time } from '../format.js';
import { badge, card, empty, name, table } from '../parts.js';

/** A node that cannot reach the brokers hears of no other node, whether it is up or not. */
export const hearsNone = (nodes) => nodes.some(({ self, state }) => self && state !== 'ready');

function stateBadge({ up, state }, isDeaf) {
  if (!up) {
    return isDeaf ? badge('not heard', 'warn') : badge('down', 'bad');
  }
  return state === 'ready' ? badge('up', 'good') : [badge('not ready', 'warn'), ' ', name(state)];
}

/** Which node it is and how it is; its name leads to the same page of its own console. */
export const nodeColumns = (nodes, now, page) => [
  { id: 'name', title: 'Node', cell: (row) => [consoleLink(row, page), row.self && [' ', badge('this one')]] },
  { id: 'state', title: 'State', cell: (row) => stateBadge(row, hearsNone(nodes)) },
  { id: 'seen', title: 'Heard of', cell: (row) => (row.self ? 'now' : time(row.seen, { now })) },
];

/** What a node that is down did last would look as if it did it now. */
const ofLoad = (text) => ({ up, load }) => (up && load ? text(load) : 'unknown');

export const loadColumns = [
  { id: 'published', title: 'Published', number: true, cell: ofLoad((load) => [messageRate(load.messagesPerSecond), h('br'), byteRate(load.bytesPerSecond)]) },
  { id: 'dispatched', title: 'Dispatched', number: true, cell: ofLoad((load) => [messageRate(load.dispatchMessagesPerSecond), h('br'), byteRate(load.dispatchBytesPerSecond)]) },
  { id: 'waiting', title: 'Throttled', number: true, cell: ofLoad((load) => [many(load.throttledProducers, 'producer'), h('br'), many(load.waitingConsumers, 'consumer')]) },
  { id: 'held', title: 'Held', number: true, cell: ofLoad((load) => bytes(load.heldBytes)) },
];

const own = [
  { id: 'version', title: 'Version', cell: (row) => h('bdi', {}, row.version) },
  { id: 'addresses', title: 'Addresses', cell: (row) => [name(row.serviceUrl), h('br'), name(row.adminUrl)] },
];

export const nodes = {
  path: '/nodes',
  title: 'Nodes',

  load: () => get('/nodes'),

  view({ items }, { me, now }) {
    const versions = new Set(items.map(({ version }) => version)).size;
    const started = { id: 'started', title: 'Started', cell: (row) => time(row.started, { now }) };
    return all(
      h('p', {}, 'Throttled now and the topics show all nodes, from what these tell each other; the overview shows what goes through node ', name(me.node),
        '. Limits, groups, ramps and changes are the same on all nodes. The name of another node leads to its own console.'),
      items.length === 1 && empty('This node knows of no other node.',
        h('p', {}, 'Others are listed here once they have the same topic in ', h('code', {}, 'policies.store'), ' of their configuration.')),
      versions > 1 && h('p', { class: 'hint', key: 'versions' }, 'Not all nodes have the same version. That is fine while you upgrade them.'),
      card('All nodes', table({
        caption: 'A node that has gone silent is listed for 15 minutes',
        rows: items,
        keyOf: (row) => `${row.name} ${row.started}`,
        columns: [...nodeColumns(items, now, '/nodes'), started, ...loadColumns, ...own],
      })));
  },
};
