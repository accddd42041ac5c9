// Limits that rise to what they are to be: how far each has come.

import { get } from '../api.js';
import { all, h } from '../dom.js';
import { count, duration, percent } from '../format.js';
import { badge, card, empty, meter, table } from '../parts.js';
import { used } from '../use.js';
import { targetLink } from '../words.js';

const MODES = [
  ['scheduled', 'rises with time'],
  ['relaxed', 'rises after a second in which anything was published'],
  ['only-if-used', 'rises after a second in which half of what the level allows was used'],
  ['go-back-n', 'rises as only-if-used does, and otherwise falls again'],
];

/** Where between min and max it is. */
const progress = ({ level, min, max }) => (max > min ? Math.min(1, Math.max(0, (level - min) / (max - min))) : 1);

function level(row) {
  const part = progress(row);
  const said = `${count(row.level)}, from ${count(row.min)} to ${count(row.max)}`;
  return all(meter(part, `${percent(part)} of the way: ${said}`, part === 1 ? 'good' : 'info'), ` ${count(row.level)} `,
    h('span', { class: 'note' }, `from ${count(row.min)} to ${count(row.max)}`));
}

function toGo(row) {
  if (progress(row) === 1) {
    return badge('complete', 'good');
  }
  const seconds = (1 - progress(row)) * row.durationSeconds;
  return row.mode === 'scheduled' ? `${duration(seconds)} to go` : `at least ${duration(seconds)} to go`;
}

const howTo = () => all(
  h('p', {}, 'A ramp lets a publish limit, or a group’s quota, rise to its full rate: for a service that is cold at first, or a tenant that is let in bit by bit. '
    + 'Its level goes from min to max; level ÷ max is the part of the limit that holds. A ramp of a namespace has one level for all its topics.'),
  h('pre', { tabindex: 0, role: 'region', 'aria-label': 'Commands' }, h('code', {}, './sluice limits set tenant/namespace --messages 1000 \\\n    --ramp-min 100 --ramp-max 1000 --ramp-duration 5m\n'
    + './sluice groups set gold --ramp-min 1 --ramp-max 100 \\\n    --ramp-duration 10m --ramp-mode only-if-used\n'
    + './sluice limits remove tenant/namespace --kind ramp')),
  h('p', {}, 'After the last line all of the limit holds at once. Once per second, by ', h('code', {}, '--ramp-mode'), ', the level'),
  h('dl', { class: 'modes' }, MODES.map(([mode, what]) => h('div', {}, h('dt', {}, h('code', {}, mode)), h('dd', {}, what)))));

export const ramps = {
  path: '/ramps',
  title: 'Ramps',

  load: () => get('/ramps'),

  view({ items }) {
    return all(
      items.length === 0
        ? empty('No limit has a ramp. Every limit is in force in full.', h('p', {}, 'See below how to set a ramp.'))
        : card('Limits that rise', table({
          caption: 'Ramps, the same on all nodes',
          rows: items,
          keyOf: (row) => row.target,
          columns: [
            { id: 'target', title: 'Of', cell: (row) => targetLink(row.target) },
            { id: 'level', title: 'Level', cell: level },
            { id: 'factor', title: 'Holds now', number: true, cell: (row) => `${percent(row.factor)} of the limit` },
            { id: 'togo', title: 'Progress', cell: toGo },
            { id: 'used', title: 'Used of that', cell: (row) => used(row.used) },
            { id: 'mode', title: 'Mode', cell: (row) => h('span', { title: `The level ${MODES.find(([mode]) => mode === row.mode)?.[1] ?? 'moves'}` }, badge(row.mode)) },
            { id: 'duration', title: 'Takes', number: true, cell: (row) => duration(row.durationSeconds) },
            { id: 'nodes', title: 'Nodes', number: true, cell: (row) => count(row.nodes) },
          ],
        })),
      card('What a ramp is', howTo()));
  },
};
