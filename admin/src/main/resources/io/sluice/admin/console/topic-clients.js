// The producers and consumers of a topic on this node, and which of them are throttled.

import { all, h } from './dom.js';
import { byteRate, bytes, count, lasting, messageRate, percent } from './format.js';
import { address, badge, card, empty, meter, name, pager, table } from './parts.js';
import { limited, waitsFor } from './use.js';

export const PAGE = 10;

/** Producers and their shares of what is published; the throttled ones are marked. */
export function producersTable({ items, total }, waiting, { params, setParams }) {
  if (total === 0) {
    return empty('No producer publishes to this topic through this node now.', h('p', {}, 'Its producers may be on another node.'));
  }
  const waits = (row) => waiting.some(({ producer, client }) => producer === row.producer && client === row.client);
  return all(
    table({
      caption: 'Producers of this topic, those that publish most first',
      rows: items,
      keyOf: ({ producer, client }) => `${producer} ${client}`,
      columns: [
        { id: 'producer', title: 'Producer', cell: ({ producer }) => name(producer) },
        { id: 'client', title: 'Client', cell: ({ client }) => address(client) },
        { id: 'messages', title: 'Messages', number: true, cell: (row) => messageRate(row.messagesPerSecond) },
        { id: 'bytes', title: 'Bytes', number: true, cell: (row) => byteRate(row.bytesPerSecond) },
        { id: 'share', title: 'Share', number: true, cell: ({ share }) => [share > 0 && meter(share, percent(share), 'good'), ` ${percent(share)}`] },
        { id: 'waited', title: 'Waited', number: true, cell: (row) => `${percent(row.throttledMillisPerSecond / 1000)} of the time` },
        { id: 'waits', title: 'Waits', cell: (row) => (waits(row) ? badge('now', 'warn') : 'no') },
      ],
    }),
    pager({ total, offset: Number(params.get('offset') ?? 0), count: PAGE, onPage: (offset) => setParams({ offset: offset || null }) }));
}

/** Throttled producers, longest first. */
export const heldCard = (producers, now) => producers.length > 0 && card(`Throttled producers (${producers.length})`, table({
  caption: 'Producers of this topic whose messages wait, and for which limit',
  rows: producers,
  keyOf: (row) => `${row.connection} ${row.producer}`,
  columns: [
    { id: 'producer', title: 'Producer', cell: (row) => name(row.producer) },
    { id: 'client', title: 'Client', cell: (row) => address(row.client) },
    { id: 'limit', title: 'Limit', cell: (row) => limited(row.limit, row.origin, row.topic, row.rampFactor) },
    { id: 'since', title: 'Since', cell: (row) => lasting(row.since, now) },
    { id: 'heldFrames', title: 'Frames', number: true, cell: (row) => count(row.heldFrames) },
    { id: 'heldBytes', title: 'Bytes', number: true, cell: (row) => bytes(row.heldBytes) },
    { id: 'told', title: 'Notified or held', cell: (row) => (row.told ? badge('notified', 'good') : badge('held')) },
  ],
}));

/** Throttled consumers. */
export const withheldCard = (consumers, now) => consumers.length > 0 && card(`Throttled consumers (${consumers.length})`, table({
  caption: 'Consumers of this topic whose permits are withheld, and for which limit',
  rows: consumers,
  keyOf: (row) => `${row.connection} ${row.subscription} ${row.consumer} ${row.kind} ${row.origin}`,
  columns: [
    { id: 'subscription', title: 'Subscription', cell: (row) => name(row.subscription) },
    { id: 'consumer', title: 'Consumer', cell: (row) => name(row.consumer) },
    { id: 'client', title: 'Client', cell: (row) => address(row.client) },
    { id: 'limit', title: 'Waits for', cell: (row) => waitsFor(row) },
    { id: 'since', title: 'Since', cell: (row) => lasting(row.since, now) },
  ],
}));
