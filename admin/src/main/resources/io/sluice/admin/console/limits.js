// The limits of a topic: where each comes from, and changing them there.

import { send } from './api.js';
import { basis, change, onlyLooking, targetPath } from './changing.js';
import { h, kept, letGo } from './dom.js';
import { form } from './form.js';
import { entered, FIELDS, policyOf } from './limit-form.js';
import { limitShares } from './limit-shares.js';
import { badge, card, name, table } from './parts.js';
import { preview } from './preview.js';
import { around, kindText, policyText, targetOf, targetText } from './words.js';

/** The target of the policy that is for each broker. */
const BROKER = 'broker';

const TITLES = {
  publish: 'Publish limit',
  dispatch: 'Dispatch limit, of all subscriptions together',
  'subscription-dispatch': 'Dispatch limit of each subscription',
  ramp: 'Ramp of the publish limit',
};

function levelText(target, topic) {
  const { type, name: own } = targetOf(target);
  switch (type) {
    case 'topic': return own === topic ? 'This topic' : ['Partitioned topic ', name(own)];
    case 'namespace': return ['Namespace ', name(own)];
    case 'broker': return 'Each broker';
    default: return 'Default';
  }
}

/** What would count for this topic without what is set for one level. */
function without(kind, steps, target) {
  if (kind === 'ramp') {
    return 'The limit then holds in full at once.';
  }
  if (target === BROKER) {
    return 'Each broker then has the limit of the configuration of the nodes, if there is one.';
  }
  const next = steps.find((step) => step.policy && step.target !== target);
  return despite(kind, steps, target) || (next
    ? ['For this topic, the one of ', targetText(next.target), ` is in force then: ${policyText(kind, next.policy)}.`]
    : 'No other is set for this topic.');
}

/** What the user should know before setting a level that does not count for this topic. */
function despite(kind, steps, target) {
  const at = steps.findIndex((step) => step.target === target);
  const first = kind !== 'ramp' && steps.slice(0, at).find((step) => step.policy);
  return first && ['For this topic nothing changes, as the one of ', targetText(first.target), ' takes precedence.'];
}

const editKey = (kind, target) => `${kind} ${target}`;

/** Back to the button by which the form was opened. */
function focusButton(key) {
  [...document.querySelectorAll('button[data-key]')].find((button) => button.dataset.key === `edit ${key}`)?.focus();
}

/** The order in which limits apply while the form is open; another operator may change one of them. */
let latestSteps;

function editor(kind, step, steps, { setParams, refresh }) {
  latestSteps = steps;
  const key = editKey(kind, step.target);
  const close = () => {
    letGo();
    focusButton(key);
    setParams({ edit: null });
  };
  return kept(`form ${key}`, () => {
    const seen = kind === 'ramp' || step.target === BROKER ? null : preview(kind, step.target);
    const base = basis(step.policy);
    return form({
      label: `${step.policy ? 'Change' : 'Set'} the ${kindText(kind)} of ${step.target}`,
      title: [`${step.policy ? 'Change' : 'Set'} the ${kindText(kind)} of `, targetText(step.target)],
      fields: FIELDS[kind],
      values: entered(kind, step.policy),
      action: step.policy ? 'Change …' : 'Set …',
      below: seen?.element,
      onValues: (values) => seen?.show(values),
      onCancel: close,
      onSubmit: async (values) => {
        const after = policyOf(kind, values);
        const done = await change({
          kind,
          target: step.target,
          before: base.before(),
          after,
          note: despite(kind, latestSteps, step.target),
          where: `/limits/${kind}${targetPath(step.target)}`,
          act: (based) => send('PUT', `/limits/${kind}${targetPath(step.target)}`, after, based),
          told: base.told,
          refresh,
        });
        if (done) {
          close();
        }
      },
    });
  });
}

function actions(kind, step, steps, context) {
  const { params, refresh, setParams } = context;
  const { target, policy } = step;
  const key = editKey(kind, target);
  const isOpen = params.get('edit') === key;
  const where = `/limits/${kind}${targetPath(target)}`;
  const of = `${kindText(kind)} of ${target}`;
  const toggle = () => {
    letGo();
    setParams({ edit: isOpen ? null : key });
  };
  const remove = () => change({
    kind, target, before: policy, note: without(kind, steps, target), where, act: (based) => send('DELETE', where, undefined, based), refresh,
  });
  const enforce = () => change({
    kind,
    target,
    before: policy,
    after: { ...policy, enforce: !policy.enforce },
    note: policy.enforce ? 'It throttles no producer any more; what it would have done is still counted.' : 'Producers that are over it are throttled from now on.',
    where,
    act: (based) => send('PUT', `${where}/enforce`, { enforce: !policy.enforce }, based),
    refresh,
  });
  return h('span', { class: 'row-actions' },
    h('button', { type: 'button', key: `edit ${key}`, 'aria-expanded': String(isOpen), 'aria-label': `${policy ? 'Change' : 'Set'} the ${of}`, onclick: toggle },
      policy ? 'Change' : 'Set'),
    policy && kind === 'publish' && h('button', { type: 'button', key: 'enforce', onclick: enforce, 'aria-label': `${policy.enforce ? 'Only count' : 'Enforce'} the ${of}` },
      policy.enforce ? 'Only count' : 'Enforce'),
    policy && h('button', { type: 'button', key: 'remove', onclick: remove, 'aria-label': `Remove the ${of}` }, 'Remove'));
}

function section(explained, topic, context) {
  const { kind, origin, steps, enforced } = explained;
  const isOfBroker = steps[0].target === BROKER;
  const { canChange, params } = context;
  const edited = canChange && steps.find(({ target }) => params.get('edit') === editKey(kind, target));
  const columns = [
    { id: 'level', title: 'Of', cell: ({ target }) => levelText(target, topic) },
    { id: 'policy', title: 'Limit', cell: ({ policy }) => policyText(kind, policy) },
    { id: 'text', title: 'In force', cell: ({ target, policy, text }) => (target === origin
      ? [badge('in force', enforced ? 'good' : 'warn'), !enforced && h('span', { class: 'note' }, ' but throttles no client')]
      : policy ? h('span', { class: 'note' }, around(text, topic)) : '–') },
  ];
  if (canChange) {
    columns.push({ id: 'actions', title: 'Change', cell: (step) => actions(kind, step, steps, context) });
  }
  return h('section', { key: isOfBroker ? 'limits of brokers' : `limits ${kind}` },
    h('h3', {}, isOfBroker ? 'Publish limit of each broker, all topics together' : TITLES[kind]),
    table({
      caption: isOfBroker ? 'What each broker may be sent' : kind === 'ramp' ? 'The ramp that is set beside the limit in force applies' : 'The first limit that is set is in force',
      rows: steps,
      keyOf: ({ target }) => target,
      columns,
    }),
    edited && editor(kind, edited, steps, context));
}

/** All limits of a topic as the node explains them. */
export function limitsCard(explanation, context) {
  return card('Limits',
    onlyLooking(context),
    limitShares(explanation),
    [...explanation.limits, explanation.ramp, explanation.broker].map((explained) => section(explained, explanation.topic, context)));
}
