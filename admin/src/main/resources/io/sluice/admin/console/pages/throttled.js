// The producers and consumers of the whole cluster that are throttled now, by which limit, and since when.

import { asked, leftOut, nodeColumn, nodeFilter, where } from '../across.js';
import { get } from '../api.js';
import { all, h } from '../dom.js';
import { bytes, count, exact, lasting, many } from '../format.js';
import { address, badge, card, empty, name, pager, search, table, topicLink } from '../parts.js';
import { pauseTitle } from '../pauses.js';
import { limited, waitsFor } from '../use.js';

const PAGE = 50;

/** By these, those with most come first. */
const MOST_FIRST = new Set(['heldFrames', 'heldBytes']);

const told = (row) => (row.told
  ? h('span', { title: 'The node notifies this client. What it sends all the same is held' }, badge('notified', 'good'))
  : h('span', { title: 'This client cannot be notified; the node holds its messages' }, badge('held', 'warn')));

function producers({ producers: rows, totals }, { sort, onSort, since, node }) {
  return rows.length > 0 && card('Producers',
    table({
      caption: `${exact(totals.producers)} throttled ${totals.producers === 1 ? 'producer' : 'producers'}, with ${bytes(totals.heldBytes)} in ${many(totals.heldFrames, 'frame')} held`,
      rows,
      keyOf: (row) => `${row.node} ${row.connection} ${row.topic} ${row.producer}`,
      sort,
      onSort,
      columns: [
        { id: 'topic', title: 'Topic', sort: true, cell: (row) => topicLink(row.topic) },
        { id: 'producer', title: 'Producer', sort: true, cell: (row) => name(row.producer) },
        { id: 'client', title: 'Client', sort: true, cell: (row) => address(row.client) },
        { id: 'limit', title: 'Limit', sort: true, cell: (row) => limited(row.limit, row.origin, row.topic, row.rampFactor) },
        { id: 'since', title: 'Waits', sort: true, cell: since },
        { id: 'heldFrames', title: 'Held frames', sort: true, number: true, cell: (row) => count(row.heldFrames) },
        { id: 'heldBytes', title: 'Held bytes', sort: true, number: true, cell: (row) => bytes(row.heldBytes) },
        { id: 'told', title: 'Notified or held', cell: told },
        ...node,
      ],
    }),
    h('p', { class: 'note' }, badge('notified', 'good'), ' the node notifies the client, which keeps its messages itself; what it sends all the same is held. ',
      badge('held', 'warn'), ' the client cannot be notified, and the node holds its messages.'));
}

function consumers({ consumers: rows, totals }, { since, node }) {
  return rows.length > 0 && card('Consumers', table({
    caption: `${exact(totals.consumers)} throttled ${totals.consumers === 1 ? 'consumer' : 'consumers'}, whose permits are withheld from the broker`,
    rows,
    keyOf: (row) => `${row.node} ${row.connection} ${row.topic} ${row.subscription} ${row.consumer} ${row.kind} ${row.origin}`,
    columns: [
      { id: 'topic', title: 'Topic', cell: (row) => topicLink(row.topic) },
      { id: 'subscription', title: 'Subscription', cell: (row) => name(row.subscription) },
      { id: 'consumer', title: 'Consumer', cell: (row) => name(row.consumer) },
      { id: 'client', title: 'Client', cell: (row) => address(row.client) },
      { id: 'limit', title: 'Limit', cell: (row) => waitsFor(row) },
      { id: 'since', title: 'Waits', cell: since },
      { id: 'permits', title: 'Withheld permits', number: true, cell: (row) => count(row.withheldPermits) },
      ...node,
    ],
  }));
}

function connections({ connections: rows, totals }, { since, node }) {
  return rows.length > 0 && card('Connections that are not read', table({
    caption: `${exact(totals.connections)} ${totals.connections === 1 ? 'connection is' : 'connections are'} not read for now; the overview says what to do`,
    rows,
    keyOf: (row) => `${row.node} ${row.connection}`,
    columns: [
      { id: 'client', title: 'Client', cell: (row) => address(row.client) },
      { id: 'reasons', title: 'Why', cell: (row) => row.reasons.map(({ reason }) => [badge(pauseTitle(reason), 'warn'), ' ']) },
      { id: 'since', title: 'Not read', cell: (row) => (row.reasons.length > 0 ? since(row.reasons[0]) : '–') },
      ...node,
    ],
  }));
}

export const throttled = {
  path: '/throttled',
  title: 'Throttled now',

  load: ({ params }) => get('/throttled', {
    ...asked(params),
    contains: params.get('contains'),
    by: params.get('by') ?? 'since',
    order: params.get('order') ?? 'up',
    offset: params.get('offset') ?? 0,
    count: PAGE,
  }),

  view(data, context) {
    const { params, now, setParams } = context;
    const { nodes, totals } = data;
    const contains = params.get('contains') ?? '';
    const sort = { by: params.get('by') ?? 'since', order: params.get('order') ?? 'up' };
    const first = (by) => (MOST_FIRST.has(by) ? 'down' : 'up');
    const turned = sort.order === 'up' ? 'down' : 'up';
    const shown = {
      sort,
      onSort: (by) => setParams({ by, order: sort.by === by ? turned : first(by), offset: null }),
      since: (row) => lasting(row.since, now),
      node: nodeColumn(nodes, '/throttled'),
    };
    return all(
      h('div', { class: 'tools', key: 'tools' },
        search({
          label: 'Topic, producer, subscription or client contains',
          value: contains,
          onSearch: (text) => setParams({ contains: text, offset: null }),
        }),
        nodeFilter(nodes, context)),
      totals.producers + totals.consumers + totals.connections === 0
        && empty(`${contains ? 'No producer or consumer with that in a name' : 'No producer or consumer'} is throttled ${where(nodes, params)}.`,
          h('p', {}, 'How it was in the last 15 minutes is seen on the ', h('a', { href: '#/' }, 'overview'), ' and on each of the ',
            h('a', { href: '#/topics' }, 'topics'), '.')),
      producers(data, shown),
      consumers(data, shown),
      connections(data, shown),
      pager({
        total: Math.max(totals.producers, totals.consumers, totals.connections),
        offset: Number(params.get('offset') ?? 0),
        count: PAGE,
        onPage: (offset) => setParams({ offset: offset || null }),
      }),
      leftOut(nodes, 'that are throttled', '/throttled', params));
  },
};
