// The topics that clients have open, on all nodes, as many at a time as one can read.

import { asked, leftOut, nodeFilter, nodesColumn, where } from '../across.js';
import { get } from '../api.js';
import { all, h } from '../dom.js';
import { byteRate, exact, many, messageRate, percent } from '../format.js';
import { card, empty, name, pager, search, table, topicLink } from '../parts.js';
import { usedOf, waitsFor } from '../use.js';

const PAGE = 50;

/** A full name of what may have been typed in short: a name, or tenant/namespace/name. */
function fullName(typed) {
  if (typed.includes('://')) {
    return typed;
  }
  return typed.split('/').length >= 3 ? `persistent://${typed}` : `persistent://public/default/${typed}`;
}

const open = (event) => {
  event.preventDefault();
  const typed = new FormData(event.target).get('topic').trim();
  if (typed) {
    location.hash = `#/topic?name=${encodeURIComponent(fullName(typed))}`;
  }
};

const opener = () => h('form', { class: 'opener', onsubmit: open, key: 'opener' },
  h('label', {}, h('span', {}, 'Open any topic, also one without clients'),
    h('input', {
      name: 'topic',
      required: true,
      pattern: '([a-z\\-]+:\\/\\/)?[^\\/]+\\/[^\\/]+\\/.+|[^\\/]+',
      title: 'persistent://tenant/namespace/topic, tenant/namespace/topic or, in public/default, the name alone',
      placeholder: 'tenant/namespace/topic',
      autocomplete: 'off',
      spellcheck: 'false',
    })),
  h('button', {}, 'Open'));

/** Of a text such as "group: group gold". */
function limitOf(text, topic) {
  const [, kind, origin] = /^([^:]*): (.*)$/s.exec(text) ?? [];
  return kind ? waitsFor({ kind, origin, topic }) : name(text);
}

const waits = (row) => all(
  row.throttledMillisPerSecond > 0 && h('span', { title: 'How much of the time its producers waited, on average' },
    `${percent(row.throttledMillisPerSecond / 1000 / Math.max(1, row.producers))} of the time`),
  row.waitsFor.map((each) => h('span', { class: 'note line' }, 'for ', limitOf(each, row.topic))),
  row.throttledMillisPerSecond === 0 && row.waitsFor.length === 0 && '–');

function nothing(contains, nodes, params) {
  return contains
    ? empty('No topic that is open now has that in its name.', h('p', {}, 'One without clients can be opened by its name above.'))
    : empty(`No client has a topic open ${where(nodes, params)} now.`,
      h('p', {}, 'Point a client at one of the ', h('a', { href: '#/nodes' }, 'nodes'), '.'));
}

export const topics = {
  path: '/topics',
  title: 'Topics',
  also: ['/topic'],

  load: ({ params }) => get('/top/topics', {
    ...asked(params),
    by: params.get('by') ?? 'messages',
    contains: params.get('contains'),
    offset: params.get('offset') ?? 0,
    count: PAGE,
  }),

  view({ total, items, nodes }, context) {
    const { params, setParams } = context;
    const by = params.get('by') ?? 'messages';
    const contains = params.get('contains') ?? '';
    return all(
      h('div', { class: 'tools', key: 'tools' },
        search({ label: 'Topic contains', value: contains, onSearch: (text) => setParams({ contains: text, offset: null }) }),
        nodeFilter(nodes, context),
        opener()),
      total === 0 ? nothing(contains, nodes, params) : card('Open topics', table({
        caption: `${exact(total)} ${total === 1 ? 'topic' : 'topics'}${contains ? ' with that in the name' : ''}, open ${where(nodes, params)}`,
        rows: items,
        keyOf: (row) => row.topic,
        // The node sorts in the one order that is of use: names from A, all else by most.
        sort: { by, order: by === 'name' ? 'up' : 'down' },
        onSort: (wanted) => setParams({ by: wanted === 'messages' ? null : wanted, offset: null }),
        columns: [
          { id: 'name', title: 'Topic', sort: true, cell: (row) => topicLink(row.topic) },
          { id: 'messages', title: 'Published', sort: true, number: true, cell: (row) => messageRate(row.messagesPerSecond) },
          { id: 'bytes', title: 'Bytes', sort: true, number: true, cell: (row) => byteRate(row.bytesPerSecond) },
          { id: 'used', title: 'Publish limit', sort: true, cell: (row) => usedOf(row.used, row.limit, row.origin, row.topic, row.rampFactor) },
          { id: 'dispatch', title: 'Dispatched', sort: true, number: true, cell: (row) => [messageRate(row.dispatchMessagesPerSecond), h('br'), h('span', { class: 'note' }, byteRate(row.dispatchBytesPerSecond))] },
          { id: 'dispatchUsed', title: 'Dispatch limit', cell: (row) => usedOf(row.dispatchUsed, row.dispatchLimit, row.dispatchOrigin, row.topic) },
          { id: 'throttled', title: 'Waits', sort: true, cell: waits },
          { id: 'clients', title: 'Clients', cell: (row) => [many(row.producers, 'producer'), h('br'), many(row.consumers, 'consumer')] },
          ...nodesColumn(nodes, '/topics'),
        ],
      })),
      pager({ total, offset: Number(params.get('offset') ?? 0), count: PAGE, onPage: (offset) => setParams({ offset: offset || null }) }),
      leftOut(nodes, 'topics', '/topics', params));
  },
};
