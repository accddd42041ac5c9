// Which topics a limit that is being entered would have throttled in the last 15 minutes.

import { get } from './api.js';
import { targetPath } from './changing.js';
import { all, h, update } from './dom.js';
import { byteRate, count, duration, messageRate, percent } from './format.js';
import { address, badge, name, table, topicLink } from './parts.js';

const SOON_MILLIS = 300;
const AGAIN_MILLIS = 2_000;
const SHOWN = 5;
const FULL_SECONDS = 15 * 60;

const plural = (number, one, several) => (number === 1 ? `1 ${one}` : `${count(number)} ${several}`);
const times = (multiple) => `${multiple.toFixed(multiple < 10 ? 1 : 0)} times the limit`;

function topicsTable({ topics, total }) {
  return table({
    caption: total > SHOWN ? `The ${SHOWN} worst of ${total} topics` : 'Topics that would have been throttled, worst first',
    rows: topics.slice(0, SHOWN),
    keyOf: ({ topic }) => topic,
    columns: [
      { id: 'topic', title: 'Topic', cell: ({ topic }) => topicLink(topic) },
      { id: 'for', title: 'For', number: true, cell: ({ throttledSeconds }) => duration(throttledSeconds) },
      { id: 'worst', title: 'At worst', number: true, cell: ({ worst }) => times(worst) },
      { id: 'now', title: 'Now', cell: ({ limitedNow }) => (limitedNow ? badge('waits', 'warn') : 'does not wait') },
    ],
  });
}

function producersTable({ producers }) {
  return table({
    caption: producers.length > SHOWN ? `The ${SHOWN} busiest of their producers` : 'Their producers, as busy as they are now',
    rows: producers.slice(0, SHOWN),
    keyOf: ({ topic, producer, client }) => `${topic} ${producer} ${client}`,
    columns: [
      { id: 'producer', title: 'Producer', cell: ({ producer }) => name(producer) },
      { id: 'client', title: 'Client', cell: ({ client }) => address(client) },
      { id: 'rate', title: 'Publishes', number: true, cell: (row) => `${messageRate(row.messagesPerSecond)}, ${byteRate(row.bytesPerSecond)}` },
      { id: 'share', title: 'Share of its topic', number: true, cell: ({ share }) => percent(share) },
    ],
  });
}

/** What to read first, and the rest. */
function answer(kind, seen) {
  const { coveredSeconds, total, topics, producers } = seen;
  const time = coveredSeconds >= FULL_SECONDS ? 'the last 15 minutes' : `the last ${duration(coveredSeconds)}, which is all that this node remembers`;
  const more = kind === 'publish' ? 'published' : 'taken';
  const headline = total === 0
    ? `No topic would have been throttled in ${time}.`
    : `${plural(total, 'topic', 'topics')} would have been throttled in ${time}, the worst for ${duration(topics[0].throttledSeconds)} and at ${times(topics[0].worst)}.`;
  return [headline, all(
    topics.some(({ limitedNow }) => limitedNow)
      && h('p', {}, badge('Note', 'warn'), ` ${total === 1 ? 'It is' : 'Some of them are'} throttled already. Without the present limit more would have been ${more}, so the effect may be larger than shown.`),
    total > 0 && topicsTable(seen),
    producers.length > 0 && producersTable(seen))];
}

/** Why there is nothing to ask the node; nothing if there is. */
function instead(kind, values) {
  if (kind === 'subscription-dispatch') {
    return 'There is no preview for limits of each subscription: the node keeps no history of them.';
  }
  if (!values) {
    return 'A preview is shown as soon as the fields are right.';
  }
  if (values.relativeToPublishRate) {
    return 'There is no preview for limits on top of what is published.';
  }
  return values.messages > 0 || values.bytes > 0 ? '' : 'Without a rate there is no limit: no topic would have been throttled.';
}

/** The preview for one target; show() it what is entered, or null if that is not right yet. */
export function preview(kind, target) {
  const element = h('div', { class: 'preview', role: 'group', 'aria-label': 'Preview' });
  let soon;
  let asked = 0;

  const put = (headline, rest) => update(element, h('div', {}, h('p', { class: 'note' }, 'Preview'), h('p', { class: 'headline', role: 'status' }, headline), rest));

  async function ask(values) {
    const { messages, bytes, periodSeconds = 1 } = values;
    const mine = ++asked;
    const perSecond = (amount) => (amount > 0 ? Math.max(1, Math.round(amount / periodSeconds)) : undefined);
    let content;
    try {
      const seen = await get(`/preview/${kind}${targetPath(target)}`, { messages: perSecond(messages), bytes: perSecond(bytes) });
      if (seen.coveredSeconds === 0 && mine === asked) {
        soon = setTimeout(() => element.isConnected && ask(values), AGAIN_MILLIS);
        content = ['This node has only begun to remember what is done. A preview is shown in some seconds.'];
      } else {
        content = answer(kind, seen);
      }
    } catch (problem) {
      content = [`There is no preview: ${problem.message}.`];
    }
    if (mine === asked) { // or something else was entered meanwhile
      put(...content);
    }
  }

  function show(values) {
    clearTimeout(soon);
    asked++;
    const text = instead(kind, values);
    if (text) {
      put(text);
    } else {
      soon = setTimeout(ask, SOON_MILLIS, values);
    }
  }

  return { element, show };
}
