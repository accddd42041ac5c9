// One topic: its traffic, its producers and its limits, on all nodes.

import { asked, leftOut } from '../across.js';
import { either, get, topicPath } from '../api.js';
import { all, h } from '../dom.js';
import { bytes, exact, lasting } from '../format.js';
import { limitsCard } from '../limits.js';
import { badge, card, empty, fault, name, partOr } from '../parts.js';
import { topicCharts } from '../topic-charts.js';
import { heldCard, nodesCard, PAGE, producersTable, withheldCard } from '../topic-clients.js';
import { spanText } from '../units.js';
import { around, groupLink, policyText, targetText } from '../words.js';

async function load({ params }) {
  const topic = params.get('name');
  try {
    return topic ? await read(topic, params) : {};
  } catch (problem) {
    if (problem.status !== 400) {
      throw problem;
    }
    return { wrong: problem.message }; // to ask again would not help
  }
}

async function read(topic, params) {
  const where = topicPath(topic);
  const cluster = asked(params);
  const [explanation, history, nodes, producers, throttled] = await Promise.all([
    get(`/explain${where}`),
    either(get(`/history/topics${where}`)),
    either(get('/top/topics', { ...cluster, topic })),
    either(get('/top/producers', { ...cluster, topic, offset: params.get('offset') ?? 0, count: PAGE })),
    either(get('/throttled', { ...cluster, contains: topic, count: 1000 })),
  ]);
  return { explanation, history, nodes, producers, throttled };
}

function besides({ groups, node, nodeDispatch, connection }) {
  return card('Other limits of this topic',
    h('h3', {}, 'Groups'),
    groups.length === 0
      ? h('p', { class: 'hint' }, 'Neither its namespace nor its tenant is in a group.')
      : h('ul', { class: 'plain' }, groups.map((group) => h('li', { key: group.name + group.through }, groupLink(group.name), ' ',
        !group.enforced && badge('limits nothing', 'warn'),
        h('span', { class: 'note' }, ' through ', targetText(group.through), `: ${group.quota ? policyText('group', group.quota) : 'the group does not exist'}.`)))),
    h('h3', {}, 'Node'),
    h('p', {}, `All topics together on this node: published ${policyText('publish', node)}, dispatched ${policyText('publish', nodeDispatch)}.`),
    h('h3', {}, 'Each connection'),
    h('p', {}, `At most ${exact(connection.maxPendingPublishRequests)} messages under way and ${bytes(connection.maxHeldBytes)} held; `
      + (connection.maxHeldMillis > 0 ? `messages are held for ${spanText(connection.maxHeldMillis)} at most.` : 'messages are held as long as it takes.')));
}

export const topic = {
  path: '/topic',
  title: 'Topic',
  hidden: true,
  heading: ({ params }) => name(params.get('name') ?? 'Topic'),
  load,

  view(data, context) {
    if (!data.explanation) {
      return empty(data.wrong ? `There can be no such topic: ${data.wrong}.` : 'Which topic?',
        h('p', {}, 'Choose one of ', h('a', { href: '#/topics' }, 'the topics'), ', or open one there by its name.'));
    }
    const { explanation, history, nodes, producers, throttled } = data;
    const isThis = (row) => row.topic === explanation.topic;
    const waiting = (throttled.value?.producers ?? []).filter(isThis);
    const consumers = (throttled.value?.consumers ?? []).filter(isThis);
    return all(
      card('What holds', h('ul', { class: 'plain' }, explanation.text.map((sentence) => h('li', {}, around(sentence, explanation.topic)))),
        waiting.length > 0 && h('p', {}, badge(`${waiting.length} ${waiting.length === 1 ? 'producer is' : 'producers are'} throttled now`, 'warn'),
          waiting.length > 1 && ' the longest', ' ', lasting(waiting.map(({ since }) => since).sort()[0], context.now))),
      nodes.problem ? card('Nodes', partOr(nodes)) : nodesCard(nodes.value, explanation.topic, context),
      card('The last 15 minutes on this node', partOr(history, (value) => topicCharts(value, explanation.limits.find(({ kind }) => kind === 'publish')?.inForce?.enforce ?? true))),
      card('Producers', throttled.problem && fault(`Which producers are throttled could not be read: ${throttled.problem.message}.`),
        partOr(producers, (value) => producersTable(value, waiting, context))),
      heldCard(waiting, throttled.value?.nodes ?? [], context.now),
      withheldCard(consumers, throttled.value?.nodes ?? [], context.now),
      nodes.value && leftOut(nodes.value.nodes, 'clients of the topic', `/topic?name=${encodeURIComponent(explanation.topic)}`, context.params, false),
      limitsCard(explanation, context),
      besides(explanation));
  },
};
