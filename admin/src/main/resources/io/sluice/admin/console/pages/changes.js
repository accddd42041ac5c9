// The audit log: what was changed, who changed it, and undoing it.

import { get } from '../api.js';
import { onlyLooking, undo } from '../changing.js';
import { all, h } from '../dom.js';
import { time } from '../format.js';
import { badge, card, empty, name, pager, search, table } from '../parts.js';
import { changeText, kindText, targetLink } from '../words.js';

const PAGE = 50;

function undoCell(item, { canChange, refresh }) {
  if (!item.undoable) {
    return badge('changed since');
  }
  return canChange
    ? h('button', { type: 'button', 'aria-label': `Undo the change of the ${kindText(item.kind)} of ${item.target}`, onclick: () => undo(item, refresh) }, 'Undo')
    : h('span', { class: 'note' }, 'in force');
}

export const changes = {
  path: '/changes',
  title: 'Changes',

  load: ({ params }) => get('/changes', { contains: params.get('contains'), offset: params.get('offset') ?? 0, count: PAGE }),

  view({ total, items }, context) {
    const { params, now, setParams } = context;
    const contains = params.get('contains') ?? '';
    return all(
      search({ label: 'Topic, namespace, tenant, group or role contains', value: contains, onSearch: (text) => setParams({ contains: text, offset: null }) }),
      onlyLooking(context),
      total === 0
        ? empty(contains ? 'No change has that in its names.' : 'Nothing was changed yet.',
          h('p', {}, contains ? 'Search for less to see more.' : 'Limits, quotas and members that are set here, by ./sluice or by pulsar-admin show up here.'))
        : card(`Latest changes (${total})`, table({
          caption: 'Changes of limits, groups and members on all nodes, the newest first',
          rows: items,
          keyOf: ({ id }) => id,
          columns: [
            { id: 'what', title: 'What', cell: (item) => [`${kindText(item.kind)} of `, targetLink(item.target)] },
            { id: 'change', title: 'From → to', cell: (item) => changeText(item.kind, item.before, item.after) },
            { id: 'who', title: 'Role', cell: ({ who }) => (who ? name(who) : 'unknown') },
            { id: 'when', title: 'When', cell: (item) => time(item.time, { now }) },
            { id: 'undo', title: 'Undo', cell: (item) => undoCell(item, context) },
          ],
        }), h('p', { class: 'note' }, 'A node knows the last 1000 changes since it was started, and of what was before that at least the last change of most limits. ',
          'The lines of ', h('code', {}, 'io.sluice.audit'), ' in the logs of the nodes tell them all.')),
      pager({ total, offset: Number(params.get('offset') ?? 0), count: PAGE, onPage: (offset) => setParams({ offset: offset || null }) }));
  },
};
