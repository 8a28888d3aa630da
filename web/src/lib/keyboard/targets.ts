/** Elements in which one types. */
export const typing =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="textbox"]';

/** What lies over the page and has the keys while it is open. */
export const inFront = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
