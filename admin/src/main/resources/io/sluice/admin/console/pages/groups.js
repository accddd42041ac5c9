// The resource groups: what their members may do all together, and what this node has of it.

import { get } from '../api.js';
import { all, h } from '../dom.js';
import { use } from '../group-nodes.js';
import { badge, card, empty, name, pager, search, table } from '../parts.js';
import { groupLink, policyText } from '../words.js';

const PAGE = 50;
const MEMBERS_SHOWN = 3;

function members(all) {
  return [
    all.slice(0, MEMBERS_SHOWN).map((member, i) => [i > 0 && ', ', name(member)]),
    all.length > MEMBERS_SHOWN && ` and ${all.length - MEMBERS_SHOWN} more`,
    all.length === 0 && h('span', { class: 'note' }, 'none'),
  ];
}

const waiting = ({ here }) => (here ? here.publish.waiting + here.dispatch.waiting : 0);

export const groups = {
  path: '/groups',
  title: 'Groups',
  also: ['/group'],

  load: ({ params }) => get('/groups', { contains: params.get('contains'), offset: params.get('offset') ?? 0, count: PAGE }),

  view({ total, items }, { params, setParams }) {
    const contains = params.get('contains') ?? '';
    return all(
      search({ label: 'Group contains', value: contains, onSearch: (text) => setParams({ contains: text, offset: null }) }),
      total === 0
        ? empty(contains ? 'No group has that in its name.' : 'There are no groups.',
          !contains && h('p', {}, 'A group is a quota that tenants and namespaces have together, on all nodes. Make one with ', h('code', {}, './sluice groups set'), '.'))
        : card(`Groups (${total})`, table({
          caption: 'Groups, by name; use is that of this node',
          rows: items,
          keyOf: (group) => group.name,
          columns: [
            { id: 'name', title: 'Group', cell: (group) => groupLink(group.name) },
            { id: 'quota', title: 'Quota', cell: ({ quota, ramp }) => [policyText('group', quota), ramp && h('span', { class: 'note' }, `; rises ${policyText('ramp', ramp)}`)] },
            { id: 'members', title: 'Members', cell: (group) => members(group.members) },
            { id: 'publish', title: 'Publishes here', cell: ({ here }) => (here ? use(here.publish) : '–') },
            { id: 'dispatch', title: 'Dispatches here', cell: ({ here }) => (here ? use(here.dispatch) : '–') },
            { id: 'waiting', title: 'Throttled here', cell: (group) => (waiting(group) > 0 ? badge(`${waiting(group)} throttled`, 'warn') : 'none') },
          ],
        })),
      pager({ total, offset: Number(params.get('offset') ?? 0), count: PAGE, onPage: (offset) => setParams({ offset: offset || null }) }));
  },
};
