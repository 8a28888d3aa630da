import { createNotifier } from '#web/lib/notifier.ts';

/* Whether this browser shows notifications: chosen by its user, and allowed by the browser. */

const key = 'notifications';

/** `unasked`: the browser has not asked yet. `off`: it allows them, but they are not wanted. */
export type NotificationState = 'unsupported' | 'unasked' | 'blocked' | 'off' | 'on';

const changes = createNotifier();
let watched: Promise<void> | undefined;

/** Whether the browser can show notifications at all. Only pages on HTTPS or localhost can. */
function canNotify(): boolean {
  return window.isSecureContext && 'Notification' in window && 'locks' in navigator && isConstructible();
}

/**
 * Some mobile browsers only show notifications of service workers. Constructing one without permission detects this and
 * shows nothing.
 */
function isConstructible(): boolean {
  if (Notification.permission === 'granted') return true;
  try {
    return new Notification('') instanceof Notification;
  } catch {
    return false;
  }
}

let isSupported: boolean | undefined;

export function notificationState(): NotificationState {
  isSupported ??= canNotify();
  if (!isSupported) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  if (Notification.permission === 'default') return 'unasked';
  return isWanted() ? 'on' : 'off';
}

/** Whether the state is `on`. Checks the choice first: reading it in each render is cheaper than the permission. */
export function areNotificationsOn(): boolean {
  return isWanted() && notificationState() === 'on';
}

/** Calls back when the state may have changed: in this or another tab, or in the browser's settings. */
export function onNotificationState(listener: () => void): () => void {
  watched ??= watch();
  return changes.subscribe(listener);
}

async function watch(): Promise<void> {
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) changes.notify();
  });
  try {
    const permission = await navigator.permissions.query({ name: 'notifications' });
    permission.addEventListener('change', () => changes.notify());
  } catch {
    // Some browsers do not report its changes.
  }
}

/** Requests the browser's permission, unless it is already decided. Call it only in a button's handler. */
export async function turnOnNotifications(): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission === 'granted') want(true);
  changes.notify();
}

export function turnOffNotifications(): void {
  want(false);
  changes.notify();
}

function isWanted(): boolean {
  try {
    return localStorage.getItem(key) === 'on';
  } catch {
    return false;
  }
}

function want(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(key, 'on');
    else localStorage.removeItem(key);
  } catch {
    // Without storage, notifications stay off.
  }
}
