// Signing in with a token, where the node asks for one.

import { h } from './dom.js';

/**
 * @param why what was wrong with the last one; empty at first
 * @param onToken told the token that was entered
 */
export function signIn({ why, onToken }) {
  const submit = (event) => {
    event.preventDefault();
    const value = new FormData(event.target).get('token').trim();
    if (value) {
      onToken(value);
    }
  };
  return h('form', { class: 'card signin', onsubmit: submit, key: 'signin' },
    h('h1', {}, 'Sign in'),
    h('p', {}, 'This node asks for a token: one of a role of ', h('code', {}, 'superUserRoles'), ' to change limits, or of ',
      h('code', {}, 'readOnlyRoles'), ' to look. It is the same that ', h('code', {}, 'pulsar-admin'), ' would use.'),
    why && h('p', { class: 'fault', role: 'alert' }, `It was not accepted: ${why}. Check that it is whole and has not expired.`),
    h('label', {}, h('span', {}, 'Token'),
      h('input', { type: 'password', name: 'token', required: true, autocomplete: 'off', spellcheck: 'false', autofocus: true })),
    h('p', { class: 'hint' }, 'It is kept by this tab alone, until you close it or sign out.'),
    h('button', { class: 'primary' }, 'Sign in'));
}
