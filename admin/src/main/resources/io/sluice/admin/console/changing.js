// Every change asks once, says what was done, and offers to take it back.

import { ApiError, CHANGED, either, find, get, path, send, topicPath } from './api.js';
import { confirm, notice } from './dialog.js';
import { all, h } from './dom.js';
import { isSame, kindText, policyText, targetOf, targetText, whom } from './words.js';

/** Where the API has what is set for a target such as "namespace public/default". */
export function targetPath(text) {
  const { type, name } = targetOf(text);
  switch (type) {
    case 'topic': return `/topics${topicPath(name)}`;
    case 'namespace': return `/namespaces/${name.split('/').map(encodeURIComponent).join('/')}`;
    case 'broker': return '/broker';
    default: return '/default';
  }
}

/** Where the API has a member such as "tenant acme" of a group. */
export function memberPath(group, text) {
  const { type, name } = targetOf(text);
  return `${path`/groups/${group}/members`}/${type}s/${name.split('/').map(encodeURIComponent).join('/')}`;
}

const LOGGED_MILLIS = 2_000;
const AGAIN_MILLIS = 250;

/** Without an answer it may have been done all the same. */
const problemText = (problem) => (problem.status === 0
  ? `Whether that was done is not known: ${problem.message}. Look at the page Changes as soon as it can be read.`
  : `The node has not done that: ${problem.message}.`);

function comparison(kind, target, before, after, note) {
  return all(
    h('dl', { class: 'comparison' },
      h('dt', {}, 'For'), h('dd', {}, whom(kind, target)),
      h('dt', {}, 'Was'), h('dd', {}, policyText(kind, before)),
      h('dt', {}, 'Will be'), h('dd', {}, policyText(kind, after))),
    note && h('p', {}, note));
}

/** What is set now, and its version. */
async function setNow(kind, where) {
  const found = await find(where);
  return { policy: kind === 'group' ? found?.value.quota : found?.value, tag: found?.tag };
}

/** What the node has to compare: the version of what the page shows. */
async function basedOn(kind, where, before) {
  if (!before) {
    return { 'if-none-match': '*' };
  }
  const { policy, tag } = await setNow(kind, where);
  if (!isSame(kind, policy, before)) {
    throw new ApiError(412, 'it was changed meanwhile', CHANGED);
  }
  return { 'if-match': tag };
}

/** Asks, does it, and says so; true if it was done. */
async function askAndDo({ question, body, action, danger, act, changed, done, undo, refresh }) {
  if (!await confirm({ title: question, body, action, danger })) {
    return false;
  }
  try {
    await act();
  } catch (problem) {
    notice(problem.code === CHANGED && changed ? await changed() : problemText(problem), { tone: 'bad' });
    if (problem.code === CHANGED) {
      refresh();
    }
    return false;
  }
  notice(done, undo && { action: 'Undo', onAction: () => undo().then(refresh) });
  refresh();
  return true;
}

/** The change that has made a policy what it is now, if it is this one. It may take a moment until the log has it. */
async function latestIf(kind, target, before, after) {
  for (const end = Date.now() + LOGGED_MILLIS; ;) {
    const { items } = await get('/changes', { contains: targetOf(target).name || target, count: 1000 });
    const latest = items.find((item) => item.kind === kind && item.target === target);
    if (latest && isSame(kind, latest.before, before) && isSame(kind, latest.after, after)) {
      return latest;
    }
    if (Date.now() > end) {
      return null;
    }
    await new Promise((resolve) => { setTimeout(resolve, AGAIN_MILLIS); });
  }
}

async function undoLatest(kind, target, before, after) {
  try {
    const latest = await latestIf(kind, target, before, after);
    if (!latest) {
      notice('That is not the latest change any more. See what was done since on the page Changes.', { tone: 'bad' });
      return;
    }
    await send('POST', path`/changes/${latest.id}/undo`);
    notice([`Undone: the ${kindText(kind)} of `, targetText(target), ' is as it was.']);
  } catch (problem) {
    notice(`It could not be undone: ${problem.message}.`, { tone: 'bad' });
  }
}

/**
 * Changes what is set.
 *
 * @param before what was set until now, if anything
 * @param after what is to be set from now on; nothing to remove it
 * @param where the API has it; if it has no place of its own, nothing is compared
 * @param act does it, if what it is given is still in force
 * @param note what else to know before
 * @param told is given what another operator has set meanwhile, if the user was told that
 */
export async function change({ kind, target, before, after, where, act, note, told, refresh }) {
  if (isSame(kind, before, after)) {
    notice('You have changed nothing.');
    return true;
  }
  const what = () => [`the ${kindText(kind)} of `, targetText(target)];
  return askAndDo({
    question: [after ? (before ? 'Change ' : 'Set ') : 'Remove ', what(), '?'],
    body: comparison(kind, target, before, after, note),
    action: after ? (before ? 'Change' : 'Set') : 'Remove',
    danger: !after,
    act: async () => act(where ? await basedOn(kind, where, before) : {}),
    changed: async () => {
      const now = await either(setNow(kind, where));
      // A membership is looked for in the group in which it was; if it is not there, where it is now is not known.
      const isKnown = now.value && (now.value.policy || kind !== 'membership');
      if (isKnown) {
        told?.(now.value.policy);
      }
      const text = isKnown ? policyText(kind, now.value.policy) : 'something else';
      return ['Another operator has changed ', what(), ` meanwhile: it is ${text} now. Nothing was done.`];
    },
    done: ['Done: ', what(), ` is ${after ? policyText(kind, after) : 'removed'}. It holds on all nodes within a second.`],
    undo: () => undoLatest(kind, target, before, after),
    refresh,
  });
}

/**
 * What a form changes: what was set when it was opened, as its fields show that. Once its user was told what another
 * operator has set meanwhile, that.
 */
export function basis(opened) {
  let before = opened;
  return {
    before: () => before,
    told: (now) => { before = now; },
  };
}

/** Takes back an entry of the log. */
export function undo(item, refresh) {
  return askAndDo({
    question: [`Undo this change of the ${kindText(item.kind)} of `, targetText(item.target), '?'],
    body: comparison(item.kind, item.target, item.after, item.before),
    action: 'Undo the change',
    act: () => send('POST', path`/changes/${item.id}/undo`),
    done: [`Undone: the ${kindText(item.kind)} of `, targetText(item.target), ` is ${policyText(item.kind, item.before)}.`],
    refresh,
  });
}

/** Why nothing can be pressed, for users who may only look. */
export const onlyLooking = ({ canChange, me }) => !canChange
  && h('p', { class: 'hint', key: 'only looking' }, `You may look, but not change anything: ${me.role ? `role ${me.role}` : 'your role'} has the right to view only.`);
