// What a topic did in the last 15 minutes, beside what it was allowed to.

import { chart } from './charts.js';
import { all, h } from './dom.js';
import { byteRate, count, messageRate } from './format.js';

const some = (values) => values.some((value) => value !== null && value > 0);

/**
 * @param history as the node tells it
 * @param isEnforced whether the publish limit throttles producers, and does not only count
 */
export function topicCharts(history, isEnforced) {
  const { series } = history;
  const drawn = (title, unit, values, limit, counts = true) => h('div', { key: title },
    h('h3', {}, title),
    chart({
      title,
      history,
      unit,
      series: [{ label: 'Rate', values, fill: true }, ...(limit && some(limit) ? [{ label: counts ? 'Limit' : 'Limit (only counted)', values: limit, limit: true }] : [])],
    }));
  const isDispatched = some(series.dispatchMessages) || some(series.dispatchLimitMessages) || some(series.dispatchLimitBytes);
  return all(
    h('div', { class: 'columns' },
      drawn('Published messages', messageRate, series.messages, series.limitMessages, isEnforced),
      drawn('Published bytes', byteRate, series.bytes, series.limitBytes, isEnforced),
      isDispatched && drawn('Dispatched messages', messageRate, series.dispatchMessages, series.dispatchLimitMessages),
      isDispatched && drawn('Dispatched bytes', byteRate, series.dispatchBytes, series.dispatchLimitBytes),
      some(series.throttledMillis) && h('div', { key: 'waiting' },
        h('h3', {}, 'Throttled producers'),
        chart({
          title: 'Throttled producers, on average',
          history,
          unit: count,
          series: [{ label: 'producers, on average', values: series.throttledMillis.map((millis) => (millis === null ? null : millis / 1000)), fill: true }],
        }))),
    !isDispatched && h('p', { class: 'hint' }, 'Nothing was dispatched through this node in that time.'),
    !some(series.throttledMillis) && h('p', { class: 'hint' }, 'No producer was throttled in that time.'));
}
