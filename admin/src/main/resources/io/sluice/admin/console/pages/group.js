// One resource group: its quota, how the nodes share it, and its members.

import { either, get, path, send } from '../api.js';
import { basis, change, memberPath, onlyLooking } from '../changing.js';
import { notice } from '../dialog.js';
import { all, h, kept, letGo } from '../dom.js';
import { form } from '../form.js';
import { groupCharts, nodesTable } from '../group-nodes.js';
import { entered, FIELDS, policyOf } from '../limit-form.js';
import { badge, card, empty, name, partOr, table } from '../parts.js';
import { NoAmount } from '../units.js';
import { policyText, targetLink } from '../words.js';

async function load({ params }) {
  const group = params.get('name');
  if (!group) {
    return {};
  }
  const [found, history] = await Promise.all([either(get(path`/groups/${group}`)), either(get(path`/history/groups/${group}`))]);
  if (found.problem && found.problem.status !== 404) {
    throw found.problem;
  }
  return { group: found.value, history };
}

/** A form that is open if the address says so, with the button that opens it. */
function editing(id, label, build, { params, setParams }) {
  const isOpen = params.get('edit') === id;
  const close = () => {
    letGo();
    document.getElementById(`edit-${id}`)?.focus();
    setParams({ edit: null });
  };
  return {
    button: h('button', {
      type: 'button',
      id: `edit-${id}`,
      key: `edit ${id}`,
      'aria-expanded': String(isOpen),
      onclick: () => {
        letGo();
        setParams({ edit: isOpen ? null : id });
      },
    }, label),
    form: isOpen && kept(`form ${id} of group ${params.get('name')}`, () => build(close)),
  };
}

/** Sets the quota or the ramp of the group. */
function setting({ id, kind, group, before, where, context }) {
  const target = `group ${group.name}`;
  const base = basis(before);
  const build = (close) => form({
    label: kind === 'ramp' ? 'How the quota rises' : 'Quota of all members together',
    fields: FIELDS[kind],
    values: entered(kind, before),
    action: before ? 'Change …' : 'Set …',
    onCancel: close,
    onSubmit: async (values) => {
      const after = policyOf(kind, values);
      const done = await change({
        kind,
        target,
        before: base.before(),
        after,
        where,
        act: (based) => send('PUT', where, after, based),
        told: base.told,
        refresh: context.refresh,
      });
      if (done) {
        close();
      }
    },
  });
  return editing(id, kind === 'ramp' ? (before ? 'Change the ramp' : 'Set a ramp') : 'Change the quota', build, context);
}

function quotaCard(group, context) {
  const { canChange, refresh } = context;
  const where = path`/groups/${group.name}`;
  const quota = setting({ id: 'quota', kind: 'group', group, before: group.quota, where, context });
  const ramp = setting({ id: 'ramp', kind: 'ramp', group, before: group.ramp, where: `${where}/ramp`, context });
  const removeRamp = () => change({
    kind: 'ramp',
    target: `group ${group.name}`,
    before: group.ramp,
    note: 'The quota then holds in full at once.',
    where: `${where}/ramp`,
    act: (based) => send('DELETE', `${where}/ramp`, undefined, based),
    refresh,
  });
  return card('Quota',
    h('p', {}, `All members together may ${policyText('group', group.quota)}.`),
    h('p', {}, group.ramp
      ? [`It rises ${policyText('ramp', group.ramp)}. `, h('a', { href: '#/ramps' }, 'See how far it is'), '.']
      : 'It holds in full at once: there is no ramp.'),
    group.here && !group.here.heard && h('p', {}, badge('alone', 'warn'), ' This node does not hear what others use, so each has an even part.'),
    canChange && h('p', { class: 'row-actions' }, quota.button, ramp.button,
      group.ramp && h('button', { type: 'button', key: 'remove ramp', onclick: removeRamp }, 'Remove the ramp')),
    canChange && quota.form,
    canChange && ramp.form);
}

const MEMBER = {
  name: 'member',
  label: 'Tenant, or namespace as tenant/namespace',
  hint: 'Such as acme, or acme/orders. It leaves the group that it may be in now.',
  text: String,
  parse: (text) => {
    const parts = text.trim().split('/');
    if (parts.length > 2 || parts.some((part) => !/^(?!\.{1,2}$)[-=:.\w]+$/.test(part))) {
      throw new NoAmount('Must be the name of a tenant or a namespace, with letters, digits and any of -_=:. in it.');
    }
    return `${parts.length === 1 ? 'tenant' : 'namespace'} ${parts.join('/')}`;
  },
};

/** In which group a member is now. The API tells that only by its groups. */
async function groupOf(member) {
  const { items } = await get('/groups', { count: 10_000 });
  const found = items.find(({ members }) => members.includes(member));
  return found && { group: found.name };
}

function membersCard(group, context) {
  const { canChange, refresh } = context;
  const attach = editing('member', 'Attach a member', (close) => form({
    label: `Attach a tenant or a namespace to group ${group.name}`,
    fields: [MEMBER],
    values: {},
    action: 'Attach …',
    onCancel: close,
    onSubmit: async ({ member }) => {
      const before = await either(groupOf(member));
      if (before.problem) {
        notice(`In which group it is now could not be read: ${before.problem.message}.`, { tone: 'bad' });
        return;
      }
      const done = await change({
        kind: 'membership',
        target: member,
        before: before.value,
        after: { group: group.name },
        where: memberPath(before.value?.group ?? group.name, member),
        act: (based) => send('PUT', memberPath(group.name, member), undefined, based),
        refresh,
      });
      if (done) {
        close();
      }
    },
  }), context);
  const remove = (member) => change({
    kind: 'membership',
    target: member,
    before: { group: group.name },
    note: 'The quota of this group does not count for it any more.',
    act: () => send('DELETE', memberPath(group.name, member)),
    refresh,
  });
  const columns = [{ id: 'member', title: 'Member', cell: (member) => targetLink(member) }];
  if (canChange) {
    columns.push({ id: 'remove', title: 'Change', cell: (member) => h('button', { type: 'button', 'aria-label': `Remove ${member}`, onclick: () => remove(member) }, 'Remove') });
  }
  return card('Members',
    group.members.length === 0
      ? empty('This group has no members, so it limits nothing.', h('p', {}, 'Attach a tenant or a namespace.'))
      : table({ caption: 'Tenants and namespaces that have the quota together', rows: group.members, keyOf: String, columns }),
    canChange && h('p', { class: 'row-actions' }, attach.button),
    canChange && attach.form);
}

export const group = {
  path: '/group',
  title: 'Group',
  hidden: true,
  heading: ({ params }) => ['Group ', name(params.get('name') ?? '')],
  load,

  view({ group: shown, history }, context) {
    if (!shown) {
      return empty('There is no such group.', h('p', {}, 'It may have been removed. See ', h('a', { href: '#/groups' }, 'the groups'), ' that there are, or ',
        h('a', { href: '#/changes?contains=group' }, 'what was changed'), '.'));
    }
    return all(
      onlyLooking(context),
      quotaCard(shown, context),
      card('Nodes', nodesTable(shown)),
      card('The last 15 minutes', partOr(history, groupCharts)),
      membersCard(shown, context));
  },
};
