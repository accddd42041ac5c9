// The producers and consumers of a topic, on which nodes they are, and which of them are throttled.

import { isCluster, nodeCell, nodeColumn, nodeFilter } from './across.js';
import { all, h } from './dom.js';
import { byteRate, bytes, count, lasting, many, messageRate, percent } from './format.js';
import { address, badge, card, empty, meter, name, pager, table } from './parts.js';
import { limited, waitsFor } from './use.js';

export const PAGE = 10;

const page = (topic) => `/topic?name=${encodeURIComponent(topic)}`;

/** Through which nodes the topic goes; nothing where there is one node. */
export const nodesCard = ({ items: [topic], nodes }, name, context) => isCluster(nodes) && card('Nodes',
  nodeFilter(nodes, context),
  topic
    ? table({
      caption: 'What goes through each node that has told of this topic',
      rows: topic.nodes,
      keyOf: (row) => row.node,
      columns: [
        { id: 'node', title: 'Node', cell: (row) => nodeCell(nodes, row.node, page(name)) },
        { id: 'messages', title: 'Published', number: true, cell: (row) => [messageRate(row.messagesPerSecond), h('br'), byteRate(row.bytesPerSecond)] },
        { id: 'dispatched', title: 'Dispatched', number: true, cell: (row) => [messageRate(row.dispatchMessagesPerSecond), h('br'), byteRate(row.dispatchBytesPerSecond)] },
        { id: 'waited', title: 'Waited', number: true, cell: (row) => `${percent(row.throttledMillisPerSecond / 1000 / Math.max(1, row.producers))} of the time` },
        { id: 'held', title: 'Held', number: true, cell: (row) => bytes(row.heldBytes) },
        { id: 'clients', title: 'Clients', cell: (row) => [many(row.producers, 'producer'), h('br'), many(row.consumers, 'consumer')] },
      ],
    })
    : empty('No node has told of clients of this topic.', h('p', {}, 'A node tells of its busiest topics.')));

/** Producers and their shares of what is published; the throttled ones are marked. */
export function producersTable({ items, total, nodes }, waiting, { params, setParams }) {
  if (total === 0) {
    return isCluster(nodes)
      ? empty('No node has told of a producer of this topic.', h('p', {}, 'A node tells of its busiest producers.'))
      : empty('No producer publishes to this topic through this node now.');
  }
  const waits = (row) => waiting.some(({ producer, client, node }) => producer === row.producer && client === row.client && node === row.node);
  return all(
    table({
      caption: 'Producers of this topic, those that publish most first',
      rows: items,
      keyOf: ({ producer, client, node }) => `${producer} ${client} ${node}`,
      columns: [
        { id: 'producer', title: 'Producer', cell: ({ producer }) => name(producer) },
        { id: 'client', title: 'Client', cell: ({ client }) => address(client) },
        { id: 'messages', title: 'Messages', number: true, cell: (row) => messageRate(row.messagesPerSecond) },
        { id: 'bytes', title: 'Bytes', number: true, cell: (row) => byteRate(row.bytesPerSecond) },
        { id: 'share', title: 'Share', number: true, cell: ({ share }) => [share > 0 && meter(share, percent(share), 'good'), ` ${percent(share)}`] },
        { id: 'waited', title: 'Waited', number: true, cell: (row) => `${percent(row.throttledMillisPerSecond / 1000)} of the time` },
        { id: 'waits', title: 'Waits', cell: (row) => (waits(row) ? badge('now', 'warn') : 'no') },
        ...nodeColumn(nodes, page(items[0]?.topic ?? '')),
      ],
    }),
    pager({ total, offset: Number(params.get('offset') ?? 0), count: PAGE, onPage: (offset) => setParams({ offset: offset || null }) }));
}

/** Throttled producers, longest first. */
export const heldCard = (producers, nodes, now) => producers.length > 0 && card(`Throttled producers (${producers.length})`, table({
  caption: 'Producers of this topic whose messages wait, and for which limit',
  rows: producers,
  keyOf: (row) => `${row.node} ${row.connection} ${row.producer}`,
  columns: [
    { id: 'producer', title: 'Producer', cell: (row) => name(row.producer) },
    { id: 'client', title: 'Client', cell: (row) => address(row.client) },
    { id: 'limit', title: 'Limit', cell: (row) => limited(row.limit, row.origin, row.topic, row.rampFactor) },
    { id: 'since', title: 'Since', cell: (row) => lasting(row.since, now) },
    { id: 'heldFrames', title: 'Frames', number: true, cell: (row) => count(row.heldFrames) },
    { id: 'heldBytes', title: 'Bytes', number: true, cell: (row) => bytes(row.heldBytes) },
    { id: 'told', title: 'Notified or held', cell: (row) => (row.told ? badge('notified', 'good') : badge('held')) },
    ...nodeColumn(nodes, page(producers[0].topic)),
  ],
}));

/** Throttled consumers. */
export const withheldCard = (consumers, nodes, now) => consumers.length > 0 && card(`Throttled consumers (${consumers.length})`, table({
  caption: 'Consumers of this topic whose permits are withheld, and for which limit',
  rows: consumers,
  keyOf: (row) => `${row.node} ${row.connection} ${row.subscription} ${row.consumer} ${row.kind} ${row.origin}`,
  columns: [
    { id: 'subscription', title: 'Subscription', cell: (row) => name(row.subscription) },
    { id: 'consumer', title: 'Consumer', cell: (row) => name(row.consumer) },
    { id: 'client', title: 'Client', cell: (row) => address(row.client) },
    { id: 'limit', title: 'Waits for', cell: (row) => waitsFor(row) },
    { id: 'since', title: 'Since', cell: (row) => lasting(row.since, now) },
    ...nodeColumn(nodes, page(consumers[0].topic)),
  ],
}));
