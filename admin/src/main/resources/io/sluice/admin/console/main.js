// Which page is shown, and that it stays up to date: each second when figures arrive, the page is read anew.

import { ApiError, either, get, token } from './api.js';
import { draw, sweep } from './charts.js';
import { all, h, update } from './dom.js';
import { clock } from './format.js';
import { fault } from './parts.js';
import { signIn } from './signin.js';
import { follow } from './stream.js';
import { pages } from './pages/index.js';

const main = document.getElementById('main');
const head = document.getElementById('head');
const banner = document.getElementById('banner');

/** What all pages know; see page() for what each is given. */
const state = { me: null, figures: null, live: 'connecting', why: '', since: Date.now(), stream: null };

let visit = 0;
let paintedVisit = null;
let shownPath = null;

function where() {
  const [path, query] = (location.hash.slice(1) || '/').split('?');
  return { path, params: new URLSearchParams(query) };
}

/** Goes to the same page with other parameters; what is '' or null is left out. */
function setParams(changed) {
  const { path, params } = where();
  for (const [name, value] of Object.entries(changed)) {
    if (value === '' || value === null) {
      params.delete(name);
    } else {
      params.set(name, value);
    }
  }
  const hash = `#${path}${params.size > 0 ? `?${params}` : ''}`;
  if (hash !== location.hash) {
    history.replaceState(null, '', hash);
    refresh();
  }
}

function context() {
  const { path, params } = where();
  return {
    path,
    params,
    me: state.me,
    figures: state.figures,
    /** By the node's clock, so that ages are right on any machine. */
    now: state.figures ? Date.parse(state.figures.time) : Date.now(),
    canChange: state.me?.right === 'change',
    setParams,
    refresh,
  };
}

let loading = null;
let again = false;

/**
 * Reads the page's data and shows it. While that is under way, a further wish is done once afterwards;
 * but another page does not wait for what is read for the last one.
 */
async function refresh() {
  if (!state.me) {
    return;
  }
  if (loading === visit) {
    again = true;
    return;
  }
  const mine = visit;
  loading = mine;
  try {
    do {
      again = false;
      await show(mine);
    } while (again && mine === visit);
  } finally {
    if (loading === mine) {
      loading = null;
    }
  }
}

async function show(mine) {
  const page = pages.find(({ path }) => path === where().path);
  if (!page) {
    paint(all(h('h1', {}, 'Nothing here'), fault('There is no such page.', h('p', {}, h('a', { href: '#/' }, 'To the overview')))));
    return;
  }
  try {
    const given = context();
    const data = await page.load(given);
    if (mine === visit) {
      paint(all(h('h1', {}, page.heading?.(given) ?? page.title), page.view(data, given)));
      paintedVisit = mine;
    }
  } catch (problem) {
    if (!(problem instanceof ApiError)) {
      console.error(problem);
    }
    if (problem.status === 401) {
      askForToken(problem.message);
    } else if (problem.status === 0 && paintedVisit === mine && mine === visit) {
      onState('stale', problem.message); // what was read stays, so that it can be read while the node is gone
    } else if (mine === visit) {
      paint(all(h('h1', {}, page.heading?.(context()) ?? page.title), fault(`This could not be read: ${problem.message}.`,
        h('p', {}, 'It is tried again by itself. ', h('button', { type: 'button', onclick: refresh }, 'Try now')))));
    }
  }
}

function paint(content) {
  const wrapper = h('div', {}, content);
  update(main, wrapper);
  draw(main);
  sweep();
}

function paintHead() {
  const { path } = where();
  const link = (page) => h('li', {}, h('a', {
    href: `#${page.path}`,
    'aria-current': (page.path === path || page.also?.includes(path)) ? 'page' : undefined,
  }, page.title));
  update(head, h('div', {},
    h('a', { class: 'brand', href: '#/' }, h('img', { src: '/console/icon.svg', alt: '', width: 24, height: 24 }), 'Sluice'),
    state.me && h('nav', { 'aria-label': 'Pages' }, h('ul', {}, pages.filter(({ hidden }) => !hidden).map(link))),
    state.me && h('div', { class: 'who' },
      h('span', { class: 'node', title: `version ${state.me.version}` }, 'node ', h('bdi', {}, state.me.node)),
      state.me.right === 'view' && h('span', { class: 'badge' }, 'read-only'),
      state.me.tokens && h('button', { type: 'button', class: 'quiet', onclick: signOut }, 'Sign out ', h('bdi', {}, state.me.role)))));
}

function paintBanner() {
  banner.className = state.live;
  const text = state.live === 'stale'
    ? `Stale: ${state.why}. What you see is of ${clock(state.since)}; it is tried again by itself.`
    : '';
  if (banner.textContent !== text) {
    banner.textContent = text;
  }
  document.body.classList.toggle('stale', state.live === 'stale');
}

/** The node may be another version by now, or this role may have other rights. */
async function readMeAgain() {
  const read = await either(get('/me'));
  if (read.value && state.me) {
    state.me = read.value;
    paintHead();
    refresh();
  }
}

function onState(live, why = '') {
  if (live === 'live') {
    state.since = Date.now();
    if (state.live === 'stale' && state.me) {
      readMeAgain().catch((problem) => askForToken(problem.message));
    }
  }
  state.live = live;
  state.why = why;
  paintBanner();
}

function onFigures(figures) {
  state.figures = figures;
  if (document.visibilityState === 'visible') {
    refresh();
  }
}

function navigate() {
  visit++;
  paintHead();
  const { path } = where();
  const page = pages.find((known) => known.path === path);
  document.title = `${page?.title ?? 'Nothing here'} · Sluice`;
  if (shownPath !== null && shownPath !== path) {
    update(main, h('div', {}, h('h1', {}, page?.title ?? ''), h('p', { class: 'hint' }, 'One moment …')));
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  shownPath = path;
  showCurrent();
  refresh();
}

/** On a small screen the navigation is wider than the page. By scrollIntoView() the tab key would go on from there. */
function showCurrent() {
  const current = head.querySelector('nav [aria-current]')?.parentElement;
  const list = current?.parentElement;
  if (list) {
    const [entry, frame] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
    list.scrollLeft += Math.min(0, entry.left - frame.left) + Math.max(0, entry.right - frame.right);
  }
}

function signOut() {
  token.forget();
  location.reload();
}

function askForToken(why) {
  state.stream?.close();
  state.stream = null;
  state.me = null;
  visit++; // what is still being read must not be painted over the form
  paintHead();
  onState('connecting');
  update(main, h('div', {}, signIn({ why: token.get() ? why : '', onToken: (value) => { token.set(value); start(); } })));
  sweep();
  main.querySelector('input').focus();
}

async function start() {
  try {
    state.me = await get('/me');
  } catch (problem) {
    if (problem.status === 401) {
      askForToken(problem.message);
    } else {
      paint(all(h('h1', {}, 'Sluice'), fault(`The console cannot be shown: ${problem.message}.`,
        problem.status === 403 && token.get() && h('p', {}, h('button', { type: 'button', onclick: signOut }, 'Use another token')))));
      if (problem.status !== 403) {
        onState('stale', problem.message);
        setTimeout(start, 2000);
      }
    }
    return;
  }
  state.stream?.close();
  state.stream = follow({ onFigures, onState, onRefused: (problem) => askForToken(problem.message) });
  navigate();
}

document.getElementById('skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && refresh());
addEventListener('hashchange', () => state.me && navigate());
start();
