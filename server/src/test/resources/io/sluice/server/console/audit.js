// What is wrong with the page for those who use a keyboard or a screen reader, or a small or a dark screen.
() => {
  const wrong = [];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden=true]');
  const every = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const short = (element) => element.outerHTML.slice(0, 120);

  // Headings and landmarks.
  const headings = every('h1, h2, h3, h4, h5, h6');
  if (headings.filter(({ localName }) => localName === 'h1').length !== 1) {
    wrong.push(`not one h1: ${headings.map(short)}`);
  }
  headings.reduce((before, heading) => {
    const level = Number(heading.localName[1]);
    if (level > before + 1) {
      wrong.push(`heading skips a level: ${short(heading)}`);
    }
    return level;
  }, 0);
  ['main', 'body > header'].filter((landmark) => every(landmark).length !== 1).forEach((landmark) => wrong.push(`not one ${landmark}`));
  every('nav').filter((nav) => !nav.getAttribute('aria-label')).forEach((nav) => wrong.push(`no label: ${short(nav)}`));
  if (!document.documentElement.lang || !document.title) {
    wrong.push('no language or no title');
  }

  // Names.
  const nameOf = (element) => element.getAttribute('aria-label')
    || (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join('')
    || [...(element.labels ?? [])].map((label) => label.textContent).join('')
    || (['INPUT', 'SELECT', 'IMG'].includes(element.tagName) ? '' : element.textContent);
  every('a[href], button, input, select, textarea, summary, [tabindex="0"], [role=img], [role=group], [role=region], dialog, form.editor')
    .filter((element) => !nameOf(element).trim())
    .forEach((element) => wrong.push(`no name: ${short(element)}`));
  every('img').filter((image) => !image.hasAttribute('alt')).forEach((image) => wrong.push(`no alt: ${short(image)}`));
  every('table').filter((table) => !table.caption?.textContent).forEach((table) => wrong.push(`no caption: ${short(table)}`));
  every('th').filter((cell) => !cell.scope).forEach((cell) => wrong.push(`no scope: ${short(cell)}`));
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  ids.filter((id, i) => ids.indexOf(id) !== i).forEach((id) => wrong.push(`id twice: ${id}`));
  every('[aria-describedby]').flatMap((element) => element.getAttribute('aria-describedby').split(' '))
    .filter((id) => !document.getElementById(id)).forEach((id) => wrong.push(`described by nothing: ${id}`));
  every('[tabindex]').filter(({ tabIndex }) => tabIndex > 0).forEach((element) => wrong.push(`out of order: ${short(element)}`));

  // Contrast, of what is written and of what is behind it.
  const parse = (text) => {
    const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number);
    return text.startsWith('color(') ? [255 * r, 255 * g, 255 * b, a] : [r, g, b, a];
  };
  const over = ([r, g, b, a], [r2, g2, b2]) => [r * a + r2 * (1 - a), g * a + g2 * (1 - a), b * a + b2 * (1 - a), 1];
  const behind = (element) => {
    if (!element) {
      return [255, 255, 255, 1];
    }
    const own = parse(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, behind(element.parentElement));
  };
  const light = (colour) => {
    const [r, g, b] = colour.slice(0, 3).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const seen = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (texts.currentNode.nodeValue.trim() && shown(element) && !element.matches('script, noscript, :disabled')) {
      const back = behind(element);
      const ratio = contrast(over(parse(getComputedStyle(element).color), back), back);
      const told = `contrast ${ratio.toFixed(2)}: ${element.localName}.${element.className}`;
      if (ratio < 4.5 && !seen.has(told)) {
        seen.add(told);
        wrong.push(`${told} "${texts.currentNode.nodeValue.slice(0, 40)}"`);
      }
    }
  }

  every('[placeholder]').forEach((field) => {
    const { color, opacity } = getComputedStyle(field, '::placeholder');
    const back = behind(field);
    const [r, g, b, a] = parse(color);
    const ratio = contrast(over([r, g, b, a * opacity], back), back);
    if (ratio < 4.5) {
      wrong.push(`contrast ${ratio.toFixed(2)} of a placeholder: ${short(field)}`);
    }
  });

  // Sideways.
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) {
    const widest = every('body *').filter((element) => element.getBoundingClientRect().right > clientWidth + 1);
    wrong.push(`${scrollWidth} wide in ${clientWidth}: ${widest.slice(0, 3).map(short)}`);
  }
  return wrong;
}
