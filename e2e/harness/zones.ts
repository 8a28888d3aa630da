/** Two zones that never have the same date. */
export const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;

/** The one in which the instant falls on another day than in UTC. */
export function zoneOfAnotherDay(instant: string): (typeof zones)[number] {
  const { day } = inZone(instant, 'UTC');
  return inZone(instant, zones[0]).day === day ? zones[1] : zones[0];
}

/** Day of the month and time of day (24 hours, without seconds) of an instant as people in a zone see it. */
export function inZone(instant: string, timeZone: string): { day: string; clock: string } {
  const parts = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(new Date(instant));
  return { day: parts({ day: 'numeric' }), clock: parts({ hour: '2-digit', minute: '2-digit' }) };
}
