/** Two zones that never have the same date. */
export const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;

/** The zone of these two in which the instant falls on another day than in UTC. */
export function zoneOfAnotherDay(instant: string): (typeof zones)[number] {
  const { day } = inZone(instant, 'UTC');
  return inZone(instant, zones[0]).day === day ? zones[1] : zones[0];
}

/** The day of the month and the time of day (24 hours, without seconds) of an instant in a zone. */
export function inZone(instant: string, timeZone: string): { day: string; clock: string } {
  const parts = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(new Date(instant));
  return { day: parts({ day: 'numeric' }), clock: parts({ hour: '2-digit', minute: '2-digit' }) };
}
