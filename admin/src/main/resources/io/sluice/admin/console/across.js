// The nodes that a page about the whole cluster has something of: which node a row is of, which nodes are shown, and what
// is not there. All of it comes from the node that serves the page.

import { all, h } from './dom.js';
import { count, messageRate } from './format.js';
import { badge, name } from './parts.js';

const MOST_IN_CELL = 3;

/** Another node's console is another site, which a name must not make out to be something else. */
export function consoleLink(node, page) {
  const known = /^https?:\/\//.test(node.adminUrl);
  return node.self || !known
    ? name(node.name)
    : h('a', { class: 'name', dir: 'auto', rel: 'noreferrer', href: `${node.adminUrl.replace(/\/$/, '')}/#${page}` }, node.name);
}

/** What an answer is to be about: the whole cluster, or the one node that the address of the page names. */
export const asked = (params) => ({ scope: 'cluster', node: params.get('node') });

export const isCluster = (nodes) => nodes.length > 1;

/** Where something is or is not, in words. */
export function where(nodes, params) {
  if (params.get('node')) {
    return 'on that node';
  }
  return isCluster(nodes) ? 'on any node' : 'on this node';
}

/** The name of a node, which leads to the same page of its own console, for all that is on it. */
function linked(nodes, wanted, page) {
  const node = nodes.find((each) => each.name === wanted);
  return node ? consoleLink(node, page) : name(wanted);
}

/** The same in a table of which each row is of one node. */
export const nodeCell = (nodes, wanted, page) => all(linked(nodes, wanted, page),
  nodes.some((each) => each.self && each.name === wanted) && [' ', badge('this one')]);

/** The column of rows that are of one node each; none where there is one node. */
export const nodeColumn = (nodes, page) => (isCluster(nodes)
  ? [{ id: 'node', title: 'Node', cell: (row) => nodeCell(nodes, row.node, page) }]
  : []);

/** The column of topics, each with the nodes through which it goes. */
export const nodesColumn = (nodes, page) => (isCluster(nodes)
  ? [{ id: 'nodes', title: 'Nodes', cell: (row) => onNodes(nodes, row.nodes, page) }]
  : []);

function onNodes(nodes, rows, page) {
  const most = [...rows].sort((one, other) => other.messagesPerSecond - one.messagesPerSecond);
  return all(
    most.slice(0, MOST_IN_CELL).map((row) => h('span', { class: 'line' }, linked(nodes, row.node, page),
      h('span', { class: 'note' }, ` ${messageRate(row.messagesPerSecond)}`))),
    most.length > MOST_IN_CELL && h('span', { class: 'note line' }, `and ${count(most.length - MOST_IN_CELL)} more`));
}

/** A choice of one node or all of them; none where there is one. */
export const nodeFilter = (nodes, { params, setParams }) => isCluster(nodes) && h('label', { class: 'search nodes', key: 'nodes' },
  h('span', {}, 'Node'),
  h('select', { name: 'node', onchange: (event) => setParams({ node: event.target.value, offset: null }) },
    h('option', { value: '', selected: !params.get('node') }, 'All nodes'),
    nodes.map((node) => h('option', { value: node.name, selected: params.get('node') === node.name },
      `${node.name}${node.self ? ' (this one)' : ''}`))));

/**
 * What of the cluster is not on the page, and how old the rest may be.
 *
 * @param what of this node is there without exception
 * @param isCounted whether it is known how many of these other nodes have beside what they have told
 */
export function leftOut(nodes, what, page, params, isCounted = true) {
  const shown = nodes.filter((node) => !params.get('node') || params.get('node') === node.name);
  const told = shown.filter((node) => !node.self && node.missing === undefined);
  const more = told.filter((node) => node.leftOut > 0 && isCounted);
  const oldest = Math.max(...told.map(({ ageSeconds }) => ageSeconds));
  return all(
    told.length > 0 && h('p', { class: 'hint', key: 'told' },
      shown.some(({ self }) => self) ? `Of this node all ${what} are shown; each other` : 'Each',
      ` node tells of its first 20, every five seconds. The oldest of that is ${count(oldest)} s old. `,
      more.length > 0 && ['More that are not shown, on the consoles of: ',
        more.map((node, i) => [i > 0 && ', ', consoleLink(node, page), ` (${count(node.leftOut)})`]), '.']),
    shown.filter((node) => node.missing !== undefined).map((node) => h('p', { class: 'hint', key: `missing ${node.name}` },
      badge('not in here', 'warn'), ' Node ', consoleLink(node, page), `: ${node.missing}.`)));
}
