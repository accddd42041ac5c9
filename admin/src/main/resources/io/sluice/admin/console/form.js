// A form that says beside each field what is wrong with it, before anything is sent.

import { h } from './dom.js';
import { NoAmount } from './units.js';

function control(field, value, onChange) {
  const id = `field-${field.name}`;
  const common = { id, name: field.name, 'aria-describedby': `${id}-hint ${id}-error` };
  if (field.type === 'check') {
    const input = h('input', { ...common, type: 'checkbox', checked: value === true, onchange: onChange });
    return { input, label: h('label', { class: 'check' }, input, ` ${field.label}`), read: () => input.checked };
  }
  const input = field.type === 'select'
    ? h('select', { ...common, onchange: onChange }, field.options.map((option) => h('option', { value: option, selected: option === value }, option)))
    : h('input', { ...common, type: 'text', value: value === undefined ? '' : field.text(value), autocomplete: 'off', spellcheck: 'false', oninput: onChange });
  return {
    input,
    label: h('label', {}, h('span', {}, field.label), input),
    read: () => (field.type === 'select' ? input.value : field.parse(input.value)),
  };
}

/**
 * @param label what it is for; title is the same as elements, if that has names in it
 * @param fields [{name, label, hint?, parse(text), text(value), check?(value, values): what is wrong, type?: 'check' | 'select', options?}]
 * @param values what to begin with
 * @param action what the button says
 * @param below what stands between the fields and the buttons
 * @param onValues told what is entered, at first and each time; or null if something is wrong
 * @param onSubmit told what was entered, if nothing is wrong
 */
export function form({ label, title = label, fields, values, action, below, onValues = () => {}, onSubmit, onCancel }) {
  const shown = fields.map((field) => ({ field, ...control(field, values[field.name], () => onValues(read())) }));
  shown.forEach((one) => {
    one.error = h('span', { class: 'field-error', id: `${one.input.id}-error`, 'aria-live': 'polite' });
  });

  function say({ input, error }, text) {
    error.textContent = text;
    if (text) {
      input.setAttribute('aria-invalid', 'true');
    } else {
      input.removeAttribute('aria-invalid');
    }
  }

  /** All values, or null after saying what is wrong. */
  function read() {
    const result = {};
    const wrong = new Map();
    for (const one of shown) {
      try {
        result[one.field.name] = one.read();
      } catch (problem) {
        if (!(problem instanceof NoAmount)) {
          throw problem;
        }
        wrong.set(one, problem.message);
      }
    }
    for (const one of shown) {
      const text = wrong.get(one) ?? one.field.check?.(result[one.field.name], result) ?? '';
      say(one, text);
      if (text) {
        wrong.set(one, text);
      }
    }
    return wrong.size > 0 ? null : result;
  }

  function submit(event) {
    event.preventDefault();
    const entered = read();
    if (entered) {
      onSubmit(entered);
    } else {
      shown.find(({ error }) => error.textContent).input.focus();
    }
  }

  onValues(read());
  return h('form', {
    class: 'editor',
    novalidate: true,
    'aria-label': label,
    onsubmit: submit,
    onkeydown: (event) => event.key === 'Escape' && onCancel(),
  },
  h('fieldset', {},
    h('legend', {}, title),
    h('div', { class: 'fields' }, shown.map((one) => h('div', {}, one.label,
      h('span', { class: 'note field-hint', id: `${one.input.id}-hint` }, one.field.hint ?? ''), one.error))),
    below,
    h('div', { class: 'actions' },
      h('button', { type: 'button', onclick: onCancel }, 'Cancel'),
      h('button', { class: 'primary' }, action))));
}
