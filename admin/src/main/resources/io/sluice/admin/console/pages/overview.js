// What an operator on call sees first: what is wrong, the worst of it first, and how this node does.

import { either, get } from '../api.js';
import { chart } from '../charts.js';
import { all, h } from '../dom.js';
import { byteRate, bytes, count, lasting, many, messageRate, percent, rates, time } from '../format.js';
import { address, badge, card, choice, empty, figure, figures, name, partOr, table, topicLink } from '../parts.js';
import { PAUSES } from '../pauses.js';
import { limited, usedOf } from '../use.js';
import { hearsNone, loadColumns, nodeColumns } from './nodes.js';

const CLOSE = 10;
const LONGEST = 5;

let history;

/** A step of it lasts for seconds, so that there is no use in asking each second. */
async function recent(now) {
  if (!history || Math.abs(now - Date.parse(history.to)) >= 1000 * history.stepSeconds) {
    history = await get('/history');
  }
  return history;
}

/** How much of a limit of the node itself is used; nothing if it has none. */
function usedOfNode(messagesPerSecond, bytesPerSecond, limit) {
  const parts = [[messagesPerSecond, limit?.messages], [bytesPerSecond, limit?.bytes]]
    .filter(([, most]) => most > 0)
    .map(([rate, most]) => rate / most);
  return parts.length > 0 ? Math.max(...parts) : undefined;
}

/** What needs the operator's attention, the worst first: [{tone, mark, text, more}]. */
function troubles(now, nodes) {
  const found = [];
  const say = (tone, mark, key, text, ...more) => found.push({ tone, mark, key, text, more });
  const isDeaf = hearsNone(nodes);
  const seen = (node) => time(node.seen, { now: Date.parse(now.time) });
  const toNodes = () => h('a', { href: '#/nodes' }, 'All nodes');
  nodes.filter(({ up, state }) => up && state !== 'ready').forEach((node) => say('bad', 'not ready', `state ${node.name}`,
    all('Node ', name(node.name), ' is not ready: ', name(node.state), '.'),
    'See whether the brokers run and can be reached from it, and its log. ', toNodes()));
  nodes.filter(({ up }) => !up && !isDeaf).forEach((node) => say('bad', 'down', `down ${node.name}`,
    all('Node ', name(node.name), ' is down. It was heard of last ', seen(node), '.'),
    'Its clients have gone to other nodes if there is a load balancer. See whether it runs, and its log. ', toNodes()));
  nodes.filter(({ up }) => !up && isDeaf).forEach((node) => say('warn', 'not heard', `silent ${node.name}`,
    all('Node ', name(node.name), ' was heard of last ', seen(node), '.'), 'It may be up: while this node is not ready it hears of no other.'));
  PAUSES.filter(({ reason }) => now.paused[reason] > 0).forEach(({ reason, grave, why, todo }) => say(
    grave ? 'bad' : 'warn', 'not read', reason,
    all(`${many(now.paused[reason], 'connection is', 'connections are')} not read for now. `, why), ...todo()));
  if (now.throttledProducers > 0) {
    say('warn', 'throttled', 'producers', `${many(now.throttledProducers, 'producer is', 'producers are')} throttled.`,
      h('a', { href: '#/throttled' }, 'Which, and by which limits'));
  }
  if (now.waitingConsumers > 0) {
    say('warn', 'throttled', 'consumers', `${many(now.waitingConsumers, 'consumer is throttled: it gets', 'consumers are throttled: they get')} less than the client would take.`,
      h('a', { href: '#/throttled' }, 'Which, and by which limits'));
  }
  return found;
}

function state(found, nodes) {
  if (found.length === 0) {
    return h('div', { class: 'calm', key: 'calm' }, badge('ok', 'good'),
      ` No producer or consumer is throttled on this node${nodes.problem ? '. How the other nodes are is not known.' : ', and all nodes are ready.'}`);
  }
  return card('What needs attention', h('ul', { class: 'troubles' }, found.map(({ tone, mark, key, text, more }) =>
    h('li', { class: tone, key }, h('p', {}, badge(mark, tone), ' ', text), h('p', { class: 'note' }, ...more)))));
}

/** A rate of the node, and how much of the node's own limit that is. */
function ofNode(title, messagesPerSecond, bytesPerSecond, limit) {
  const part = usedOfNode(messagesPerSecond, bytesPerSecond, limit);
  const used = part === undefined
    ? 'this node has no limit'
    : `${percent(part)} of ${rates(limit.messages, limit.bytes)}, the limit of this node${limit.enforce ? '' : ' (only counted)'}`;
  return figure(title, messageRate(messagesPerSecond), {
    note: all(byteRate(bytesPerSecond), h('br'), used),
    tone: part >= 0.98 ? 'bad' : part >= 0.8 ? 'warn' : undefined,
  });
}

function numbers(now, paused) {
  const throttledPart = now.producers > 0 ? ` of ${count(now.producers)}` : '';
  return figures(
    ofNode('Published', now.messagesPerSecond, now.bytesPerSecond, now.nodeLimit),
    ofNode('Dispatched', now.dispatchMessagesPerSecond, now.dispatchBytesPerSecond, now.nodeDispatchLimit),
    figure('Throttled producers', `${count(now.throttledProducers)}${throttledPart}`, { note: 'by limits on publishing', tone: now.throttledProducers > 0 ? 'warn' : 'good' }),
    figure('Throttled consumers', `${count(now.waitingConsumers)} of ${count(now.consumers)}`, { note: 'by limits on dispatch', tone: now.waitingConsumers > 0 ? 'warn' : 'good' }),
    figure('Held', bytes(now.heldBytes), { note: `in ${many(now.heldFrames, 'frame')}`, tone: now.heldBytes > 0 ? 'warn' : 'good' }),
    figure('Connections', count(now.connections), { note: paused > 0 ? `${count(paused)} not read` : paused === 0 && 'all are read', tone: paused > 0 ? 'warn' : undefined }));
}

function charts(past, params, setParams) {
  const inBytes = params.get('unit') === 'bytes';
  const [published, dispatched] = inBytes ? ['bytes', 'dispatchBytes'] : ['messages', 'dispatchMessages'];
  const { series } = past;
  return h('div', { class: 'thirds', key: 'charts' },
    card('Traffic',
      choice({
        label: 'Show them in',
        value: inBytes ? 'bytes' : 'messages',
        options: [['messages', 'Messages'], ['bytes', 'Bytes']],
        onChoose: (unit) => setParams({ unit: unit === 'bytes' ? unit : null }),
      }),
      chart({
        title: 'Published and dispatched, 15 minutes',
        history: past,
        series: [{ label: 'published', values: series[published] }, { label: 'dispatched', values: series[dispatched] }],
        unit: inBytes ? byteRate : messageRate,
      })),
    card('Held bytes',
      chart({ title: 'Held bytes, 15 minutes', history: past, series: [{ label: 'held', values: series.heldBytes, fill: true }], unit: bytes })),
    card('Throttled producers',
      chart({ title: 'Throttled producers, 15 minutes', history: past, series: [{ label: 'throttled producers', values: series.throttledProducers, fill: true }], unit: count })));
}

function longest(waiting, now) {
  return waiting.producers.length > 0 && card('Throttled for longest',
    table({
      caption: 'Producers that have been throttled for longest, each by one limit',
      rows: waiting.producers,
      keyOf: (row) => `${row.connection} ${row.topic} ${row.producer}`,
      columns: [
        { id: 'topic', title: 'Topic', cell: (row) => topicLink(row.topic) },
        { id: 'producer', title: 'Producer', cell: (row) => [name(row.producer), h('span', { class: 'note' }, ' at ', address(row.client))] },
        { id: 'limit', title: 'Limit', cell: (row) => limited(row.limit, row.origin, row.topic, row.rampFactor) },
        { id: 'since', title: 'Waits', cell: (row) => lasting(row.since, now) },
      ],
    }),
    h('p', {}, h('a', { href: '#/throttled' }, `All throttled producers (${count(waiting.totals.producers)})`)));
}

function closest({ items }) {
  const rows = items.filter((row) => row.used !== undefined || row.dispatchUsed !== undefined);
  return rows.length === 0
    ? empty('None of the topics that are in use now has a limit.', h('p', {}, 'Open one of ', h('a', { href: '#/topics' }, 'the topics'), ' to set one.'))
    : all(
      table({
        caption: 'Topics that use most of a limit of theirs',
        rows,
        keyOf: (row) => row.topic,
        columns: [
          { id: 'topic', title: 'Topic', cell: (row) => topicLink(row.topic) },
          { id: 'used', title: 'Publish limit', cell: (row) => usedOf(row.used, row.limit, row.origin, row.topic, row.rampFactor) },
          { id: 'dispatchUsed', title: 'Dispatch limit', cell: (row) => usedOf(row.dispatchUsed, row.dispatchLimit, row.dispatchOrigin, row.topic) },
        ],
      }),
      h('p', {}, h('a', { href: '#/topics?by=used' }, 'All topics')));
}

const nodesTable = ({ items }, now) => all(
  table({ caption: 'Nodes, and what goes through each', rows: items, keyOf: (row) => `${row.name} ${row.started}`, columns: [...nodeColumns(items, now, '/'), ...loadColumns] }),
  h('p', {}, h('a', { href: '#/nodes' }, 'More about nodes')));

export const overview = {
  path: '/',
  title: 'Overview',

  async load({ now }) {
    const [past, close, waiting, nodes] = await Promise.all([
      either(recent(now)),
      either(get('/top/topics', { by: 'used', count: CLOSE })),
      either(get('/throttled', { by: 'since', order: 'up', count: LONGEST })),
      either(get('/nodes')),
    ]);
    return { past, close, waiting, nodes };
  },

  view({ past, close, waiting, nodes }, { figures: latest, now, params, setParams }) {
    return all(
      latest ? state(troubles(latest, nodes.value?.items ?? []), nodes) : h('p', { class: 'hint', key: 'wait' }, 'Figures arrive in a second …'),
      latest && numbers(latest, waiting.value?.totals.connections),
      waiting.problem ? card('Throttled for longest', partOr(waiting)) : longest(waiting.value, now),
      card('Closest to their limits', partOr(close, closest)),
      past.problem ? card('Traffic', partOr(past)) : charts(past.value, params, setParams),
      card('Nodes', partOr(nodes, (value) => nodesTable(value, now))));
  },
};
