// How the limits of a topic are divided among the nodes that use them, as the node that serves the page knows it.

import { h } from './dom.js';
import { percent } from './format.js';
import { badge, name, table } from './parts.js';
import { policyText } from './words.js';

const TITLES = { publish: 'Publish limit', dispatch: 'Dispatch limit' };

const isKnown = (value) => value !== undefined && value !== null;

const limitCell = ({ kind, subscription }) => (subscription ? ['Dispatch limit of subscription ', name(subscription)] : TITLES[kind] ?? kind);

/** The same part of messages and bytes, where both are limited, is said once. */
function shareText({ shareOfMessages, shareOfBytes }) {
  if (isKnown(shareOfMessages) && isKnown(shareOfBytes) && shareOfMessages !== shareOfBytes) {
    return `${percent(shareOfMessages)} of messages, ${percent(shareOfBytes)} of bytes`;
  }
  return percent(shareOfMessages ?? shareOfBytes);
}

const nodesCell = ({ nodes, heard }) => [nodes === 1 ? 'this one only' : String(nodes), !heard && [' ', badge('others are not heard', 'warn')]];

/** Nothing of limits that this node does not use. */
export function limitShares({ shares = [], limits, home }) {
  const whole = ({ kind }) => policyText(kind, limits.find((each) => each.kind === kind)?.inForce);
  return [
    shares.length > 0 && table({
      caption: 'What this node may use now of the limits that it uses',
      rows: shares,
      keyOf: ({ kind, subscription }) => `${kind} ${subscription ?? ''}`,
      columns: [
        { id: 'limit', title: 'Limit', cell: limitCell },
        { id: 'whole', title: 'All nodes together', cell: whole },
        { id: 'share', title: 'This node', cell: shareText },
        { id: 'nodes', title: 'Used on nodes', cell: nodesCell },
        { id: 'dividedBy', title: 'Divided by', cell: ({ dividedBy }) => (dividedBy ? name(dividedBy) : 'not known yet') },
      ],
    }),
    home && h('p', { key: 'home' }, 'Home: ', name(home.node), home.here && [' ', badge('this one')]),
  ];
}
