import { createNotifier } from '#web/lib/notifier.ts';

/* Whether this browser shows notifications: chosen by its user, and allowed by the browser. */

const key = 'notifications';

/** `unasked`: the browser has not asked yet. `off`: it allows them, but they are not wanted. */
export type NotificationState = 'unsupported' | 'unasked' | 'blocked' | 'off' | 'on';

const changes = createNotifier();
let watched: Promise<void> | undefined;

/** Whether the browser can show them at all. Other pages than those of HTTPS and of this machine cannot. */
function canNotify(): boolean {
  return window.isSecureContext && 'Notification' in window && 'locks' in navigator && isConstructible();
}

/** Some browsers of phones show only notifications of service workers. Where they are not allowed yet, none is shown by this. */
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

/** Whether the state is `on`. The choice first: it is cheaper to read than the browser's permission, in each rendering. */
export function areNotificationsOn(): boolean {
  return isWanted() && notificationState() === 'on';
}

/** Calls back when the state may be another: chosen here or in another tab, or allowed in the browser's settings. */
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
    // Some browsers do not say when it changes.
  }
}

/** Requests the browser's permission, if it was not decided yet. To be called only in the handler of a button. */
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
    // Without storage they stay off.
  }
}
