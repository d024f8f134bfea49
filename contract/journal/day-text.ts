/** A day without a time, «2026-09-01», as «01.09.2026»: the same in every time zone. */
export const dayText = (day: string) => day.split('-').reverse().join('.')
