// Builds and updates elements. All data from outside becomes text, never markup.

const listeners = new WeakMap();

function dispatch(event) {
  listeners.get(this)?.[event.type]?.call(this, event);
}

function listen(node, handlers) {
  const known = listeners.get(node) ?? {};
  Object.keys(handlers)
    .filter((type) => !(type in known))
    .forEach((type) => node.addEventListener(type, dispatch));
  listeners.set(node, { ...Object.fromEntries(Object.keys(known).map((type) => [type, undefined])), ...handlers });
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) {
      node.append(child instanceof Node ? child : String(child));
    }
  }
}

const SVG = new Set(['svg', 'path', 'rect', 'line']);

/**
 * An element: h('a', {href: '#/', onclick: open, class: 'x', key: 'row 1'}, 'text', another).
 * An attribute that is false, null or undefined is left out. With a key, update() finds it again among its siblings.
 */
export function h(tag, attributes = {}, ...children) {
  const node = SVG.has(tag) ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
  const handlers = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on') && typeof value === 'function') {
      handlers[name.slice(2)] = value;
    } else if (name === 'key') {
      node.dataset.key = value;
    } else if (value !== false && value !== null && value !== undefined) {
      node.setAttribute(name, value === true ? '' : String(value));
    }
  }
  if (Object.keys(handlers).length > 0) {
    listen(node, handlers);
  }
  append(node, children);
  return node;
}

/** Several elements without one around them. */
export function all(...children) {
  const fragment = document.createDocumentFragment();
  append(fragment, children);
  return fragment;
}

function isSame(one, other) {
  return one.nodeType === other.nodeType
    && one.nodeName === other.nodeName
    && (one.nodeType !== Node.ELEMENT_NODE || one.dataset.key === other.dataset.key);
}

function updateAttributes(old, now) {
  for (const { name } of [...old.attributes]) {
    // A dialog or a folded part that the user has opened or closed stays so.
    if (!now.hasAttribute(name) && name !== 'open') {
      old.removeAttribute(name);
    }
  }
  for (const { name, value } of now.attributes) {
    if (old.getAttribute(name) !== value && name !== 'open') {
      old.setAttribute(name, value);
      // Once the user has typed, the attribute alone changes nothing: a search that a link has reset would look set.
      if (name === 'value' && old.type === 'search' && old !== document.activeElement) {
        old.value = value;
      }
      if (name === 'selected') { // once the user has chosen, the attribute alone changes nothing either
        old.selected = true;
      }
    }
  }
}

function updateNode(old, now) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== now.nodeValue) {
      old.nodeValue = now.nodeValue;
    }
    return;
  }
  updateAttributes(old, now);
  const handlers = listeners.get(now);
  if (handlers || listeners.has(old)) {
    listen(old, handlers ?? {});
  }
  // What keeps itself, such as a chart, is not touched inside.
  if (!('keep' in old.dataset)) {
    update(old, now);
  }
}

/** Keeps the focus; older browsers lose it on the way. */
function move(parent, child, before) {
  if (parent.moveBefore) {
    parent.moveBefore(child, before);
  } else {
    const focused = child.contains(document.activeElement) ? document.activeElement : null;
    parent.insertBefore(child, before);
    focused?.focus({ preventScroll: true });
  }
}

/** The next one of the same kind without a key, so that what comes or goes before it does not replace it. */
function nextLike(child, from) {
  let at = from;
  while (at && !isSame(at, child)) {
    at = at.nextSibling;
  }
  return at;
}

/** Makes what is in a node like what is in another, keeping focus, selection, scrolling and what was typed. */
export function update(old, now) {
  const keyed = new Map();
  for (const child of old.children) {
    if (child.dataset.key !== undefined) {
      keyed.set(child.dataset.key, child);
    }
  }
  let at = old.firstChild;
  for (const child of [...now.childNodes]) {
    const key = child.nodeType === Node.ELEMENT_NODE ? child.dataset.key : undefined;
    const known = key === undefined ? nextLike(child, at) : keyed.get(key);
    keyed.delete(key); // of two with the same key, the second is another
    if (known && isSame(known, child)) {
      if (known === at) {
        at = at.nextSibling;
      } else {
        move(old, known, at);
      }
      updateNode(known, child);
    } else {
      old.insertBefore(child, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

let made = null;

/**
 * A part of a page that is made once and then keeps itself, such as a form: what the user types there, and what it says
 * to that, is its own matter while the page around it is made anew. Also if the page cannot be read for a while.
 * There is one at a time.
 *
 * @param key tells it from others
 * @param build makes what is in it, the first time
 */
export function kept(key, build) {
  if (made?.key === key) {
    // In the page, update() finds it by its key; this one only stands for it.
    return made.node.isConnected ? h('div', { key, 'data-keep': true }) : made.node;
  }
  const node = h('div', { key, 'data-keep': true }, build());
  made = { key, node };
  setTimeout(() => node.querySelector('input, select')?.focus());
  return node;
}

/** What was kept is not needed any more; the next one is made anew. */
export function letGo() {
  made = null;
}
