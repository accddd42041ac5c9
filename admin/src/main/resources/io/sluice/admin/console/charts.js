// Lines over time, drawn by chart.js. What a chart shows is also said in words, for screen readers.

import { h } from './dom.js';
import { clock } from './format.js';

const shown = new WeakMap();
const DARK = matchMedia('(prefers-color-scheme: dark)');

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Series have colours in this order; limits have their own. */
const SERIES = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6'];

function datasets(series) {
  let next = 0;
  return series.map(({ label, values, limit = false, fill = false, axis }) => {
    const line = colour(limit ? 'limit' : SERIES[next++ % SERIES.length]);
    return {
      label,
      data: values,
      borderColor: line,
      backgroundColor: fill ? `${line}33` : line,
      borderWidth: limit ? 1.5 : 2,
      borderDash: limit ? [5, 4] : [],
      fill: fill ? 'origin' : false,
      stepped: limit ? 'before' : false,
      pointRadius: 0,
      pointHitRadius: 12,
      tension: 0,
      spanGaps: false,
      yAxisID: axis ?? 'y',
    };
  });
}

/** The time without its seconds: all of it is in the tooltip, and has no room on a small screen. */
function minutes(index) {
  return this.getLabelForValue(index).replace(/(:\d\d):\d\d/, '$1');
}

/** @param isWhole whether there are no parts of one, of which the axis should have none either */
function options(unit, isWhole) {
  const text = colour('muted');
  const grid = { color: colour('line') };
  return {
    animation: false,
    maintainAspectRatio: false,
    interaction: { mode: 'index', intersect: false },
    scales: {
      x: { grid, ticks: { color: text, maxTicksLimit: 6, maxRotation: 0, autoSkipPadding: 24, callback: minutes } },
      y: {
        grid,
        beginAtZero: true,
        grace: '5%',
        ticks: { color: text, maxTicksLimit: 5, precision: isWhole ? 0 : undefined, callback: (value) => unit(value) },
      },
    },
    plugins: {
      legend: { labels: { color: colour('text'), boxWidth: 18, boxHeight: 2 } },
      tooltip: { callbacks: { label: (item) => `${item.dataset.label}: ${unit(item.parsed.y)}` } },
    },
  };
}

function inWords(title, series, unit) {
  const latest = series
    .map(({ label, values }) => [label, values.findLast((value) => value !== null && value !== undefined)])
    .map(([label, value]) => `${label} ${value === undefined ? 'unknown' : unit(value)}`);
  return `${title}: at last ${latest.join(', ')}`;
}

/**
 * A chart that keeps itself. To be put into a page with the same title each time; draw() it afterwards.
 *
 * @param history {stepSeconds, to} as the node tells them
 * @param series [{label, values, limit?: a dashed step line, fill?}]
 * @param unit makes a text of a value
 */
export function chart({ title, history, series, unit }) {
  const end = Date.parse(history.to);
  const points = Math.max(...series.map(({ values }) => values.length), 0);
  const labels = Array.from({ length: points }, (_, i) => clock(end - (points - 1 - i) * history.stepSeconds * 1000));
  const box = h('div', { class: 'chart', key: `chart ${title}`, 'data-keep': true, role: 'img', 'aria-label': inWords(title, series, unit) },
    h('canvas', {}));
  pending.set(`chart ${title}`, { labels, series, unit });
  return box;
}

const pending = new Map();

/** Draws what chart() was last given, into those that are in the page by now. */
export function draw(root) {
  for (const box of root.querySelectorAll('.chart')) {
    const wanted = pending.get(box.dataset.key);
    if (wanted) {
      pending.delete(box.dataset.key);
      drawOne(box, wanted);
    }
  }
  pending.clear();
}

function drawOne(box, { labels, series, unit }) {
  const known = shown.get(box);
  const isWhole = series.every(({ values }) => values.every((value) => Number.isInteger(value ?? 0)));
  if (known) {
    known.last = { labels, series, unit };
    // A line that is there stays the same object, or one that the user has hidden by the legend would come back.
    const before = new Map(known.chart.data.datasets.map((line) => [line.label, line]));
    known.chart.data.labels = labels;
    known.chart.data.datasets = datasets(series).map((line) => Object.assign(before.get(line.label) ?? {}, line));
    known.chart.options = options(unit, isWhole);
    known.chart.update('none');
    return;
  }
  const data = { labels, datasets: datasets(series) };
  const drawn = new Chart(box.querySelector('canvas'), { type: 'line', data, options: options(unit, isWhole) });
  shown.set(box, { chart: drawn, last: { labels, series, unit } });
  all.add(new WeakRef(box));
}

const all = new Set();

/** Charts whose pages have gone are given up, or they would stay in memory. */
export function sweep() {
  for (const ref of all) {
    const box = ref.deref();
    if (!box || !box.isConnected) {
      if (box) {
        shown.get(box)?.chart.destroy();
        shown.delete(box);
      }
      all.delete(ref);
    }
  }
}

DARK.addEventListener('change', () => {
  for (const ref of all) {
    const box = ref.deref();
    if (box && shown.has(box)) {
      drawOne(box, shown.get(box).last);
    }
  }
});
