/**
 * Lets a body that scrolls in its root go on as the document that it is: on paper and in a picture of the whole page
 * nobody scrolls. A root and a body that both hide what is beside them are enough to make such a scroller. Runs in the
 * page.
 */
export function openBody(): void {
  const { body, documentElement: root } = document;
  if (!body || body.$scrollHeight <= body.$clientHeight + 1) return;
  const { overflowX, overflowY } = getComputedStyle(root);
  // The window takes the overflow of the body then, and is no scroller on paper.
  if (overflowX === 'visible' && overflowY === 'visible') return;
  const own = getComputedStyle(body);
  if (!/auto|scroll/.test(own.overflowY)) return;
  const horizontal = /hidden|clip/.test(own.overflowX) ? 'clip' : 'visible';
  body.$style.setProperty('overflow-x', horizontal, 'important');
  body.$style.setProperty('overflow-y', 'visible', 'important');
}
