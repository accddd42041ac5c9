// Asks once before anything is changed.

import { all, h } from './dom.js';

/**
 * Shows a dialog; resolved with true if the action was chosen, and false if it was closed in any other way.
 *
 * @param title what it is about
 * @param body what will happen
 * @param action what the button says that does it
 */
export function confirm({ title, body, action, danger = false }) {
  return new Promise((resolve) => {
    const dialog = h('dialog', { 'aria-labelledby': 'dialog-title' },
      h('form', { method: 'dialog' },
        h('h2', { id: 'dialog-title' }, title),
        h('div', { class: 'dialog-body' }, body),
        h('div', { class: 'actions' },
          h('button', { value: 'no' }, 'Cancel'),
          h('button', { value: 'yes', class: danger ? 'danger' : 'primary' }, action))));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

const SHOWN_MILLIS = 10_000;

/** Says for a while what has happened, in place of what was said before; what has gone wrong stays until it is closed. */
export function notice(text, { tone = 'good', action, onAction } = {}) {
  const close = () => {
    const hadFocus = box.contains(document.activeElement);
    box.remove();
    if (hadFocus) {
      document.getElementById('main').focus({ preventScroll: true }); // or one would begin at the top of the page again
    }
  };
  // Not while the user is about to use it.
  const closeLater = () => setTimeout(() => (box.matches(':hover, :focus-within') ? closeLater() : close()), SHOWN_MILLIS);
  const box = h('div', { class: `notice ${tone}` },
    h('span', {}, text),
    all(
      action && h('button', { type: 'button', onclick: () => { close(); onAction(); } }, action),
      h('button', { type: 'button', class: 'quiet', 'aria-label': 'Close this notice', onclick: close }, '×')));
  document.getElementById('notices').replaceChildren(box); // several would cover the page
  if (tone !== 'bad') {
    closeLater();
  }
}
