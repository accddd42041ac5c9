// Parts that several pages have: cards, tables, pages of a list, searching, hints.

import { h } from './dom.js';
import { exact } from './format.js';

/** A part of a page with a heading. It stays the same one while a count in brackets at the end of that changes. */
export function card(title, ...children) {
  return h('section', { class: 'card', key: `card ${title.replace(/ \(.*\)$/, '')}` }, h('h2', {}, title), ...children);
}

/** A figure with what it is; tone is 'warn', 'bad', 'good' or nothing. */
export function figure(label, value, { note, tone } = {}) {
  return h('div', { class: `figure ${tone ?? ''}`, key: `figure ${label}` },
    h('dt', {}, label),
    h('dd', {}, value, note && h('span', { class: 'note' }, note)));
}

export const figures = (...children) => h('dl', { class: 'figures' }, ...children);

/** Something short about a state. Its text says what its tone means, as not all users see colours. */
export const badge = (text, tone = '') => h('span', { class: `badge ${tone}` }, text);

/** There is nothing to show, and what that means or what to do about it. */
export const empty = (text, ...more) => h('div', { class: 'empty' }, h('p', {}, text), ...more);

/** Something has gone wrong: what, and what to do. */
export const fault = (text, ...more) => h('div', { class: 'fault', role: 'alert' }, h('p', {}, text), ...more);

/** A part of a page of what either() has got, or why the node does not tell it. */
export const partOr = ({ value, problem }, view) => (problem ? fault(`This could not be read: ${problem.message}.`) : view(value));

/** How much of a limit is used; more than all of it is shown as all, and said. A part of something else has its own tone. */
export function meter(part, label, tone = part >= 0.98 ? 'bad' : part >= 0.8 ? 'warn' : 'good') {
  const width = Math.round(100 * Math.min(1, Math.max(0, part)));
  return h('span', { class: `meter ${tone}`, role: 'img', 'aria-label': label },
    h('svg', { viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      h('rect', { class: 'track', width: 100, height: 8 }),
      h('rect', { class: 'fill', width, height: 8 })));
}

/**
 * A table whose order and pages the node works out.
 *
 * @param columns {id, title, cell(row), sort?: whether one can sort by it, number?: right-aligned}; by their
 *     ids the table is found again, so that its caption may have figures
 * @param rows what to show now
 * @param keyOf tells rows apart
 * @param sort {by, order: 'up' | 'down'}; onSort(by) is called when a heading is clicked
 */
export function table({ caption, columns, rows, keyOf, sort, onSort }) {
  const heading = (column) => {
    const isSorted = sort?.by === column.id;
    return h('th', {
      scope: 'col',
      class: column.number ? 'number' : undefined,
      'aria-sort': isSorted ? (sort.order === 'up' ? 'ascending' : 'descending') : undefined,
    },
    column.sort
      ? h('button', { type: 'button', class: 'sort', onclick: () => onSort(column.id) },
        column.title, h('span', { 'aria-hidden': 'true', class: 'arrow' }, isSorted ? (sort.order === 'up' ? ' ▲' : ' ▼') : ''))
      : column.title);
  };
  // The first cell of a row says which row it is; on small screens each cell also says what it is.
  const cell = (row) => (column, i) => h(i === 0 ? 'th' : 'td', {
    scope: i === 0 ? 'row' : undefined,
    class: column.number ? 'number' : undefined,
    'data-label': column.title,
  }, column.cell(row));
  return h('div', { class: 'scroll', key: `table ${columns.map(({ id }) => id).join(' ')}` },
    h('table', {},
      h('caption', {}, caption),
      h('thead', {}, h('tr', {}, columns.map(heading))),
      h('tbody', {}, rows.map((row) => h('tr', { key: keyOf(row) }, columns.map(cell(row)))))));
}

/** Which part of a list is shown, and the way to the others. */
export function pager({ total, offset, count, onPage }) {
  if (total <= count && offset === 0) {
    return null;
  }
  const last = Math.min(total, offset + count);
  // The list may have become shorter than where one was in it.
  const previous = Math.max(0, Math.min(offset - count, Math.floor((total - 1) / count) * count));
  return h('nav', { class: 'pager', 'aria-label': 'Parts of the list' },
    h('button', { type: 'button', disabled: offset === 0, onclick: () => onPage(previous) }, 'Previous'),
    h('span', {}, offset >= total ? `none here, ${exact(total)} before` : `${exact(offset + 1)}–${exact(last)} of ${exact(total)}`),
    h('button', { type: 'button', disabled: last >= total, onclick: () => onPage(offset + count) }, 'Next'));
}

let soon;

/** A field to search by part of a name; what is typed is used a moment later, unless the page has gone by then. */
export function search({ label, value, onSearch }) {
  return h('label', { class: 'search' }, h('span', {}, label),
    h('input', {
      type: 'search',
      value,
      autocomplete: 'off',
      spellcheck: 'false',
      oninput: (event) => {
        clearTimeout(soon);
        const field = event.target;
        soon = setTimeout(() => field.isConnected && onSearch(field.value), 200);
      },
    }));
}

/** One of a few ways to show something: options are [value, text] each. */
export const choice = ({ label, value, options, onChoose }) => h('div', { class: 'choice', role: 'group', 'aria-label': label },
  options.map(([each, text]) => h('button', { type: 'button', 'aria-pressed': String(each === value), onclick: () => onChoose(each) }, text)));

/** The full name of a topic is rather broken after a slash than within a word. */
const inParts = (text) => (text.includes('://') ? text.split(/(?<=[^/:]\/)/).map((part, i) => [i > 0 && h('wbr'), part]) : text);

/** What is limited, where that is set, in one piece. */
export const topicLink = (topic) => h('a', { class: 'name', dir: 'auto', href: `#/topic?name=${encodeURIComponent(topic)}` }, inParts(topic));

/** A client's address, which is not broken where there is room for it. */
export const address = (text) => h('bdi', { class: 'name address' }, text);

/** A name from outside, in the direction in which it is written. */
export const name = (text) => h('bdi', { class: 'name' }, inParts(text));
