import { formatDuration } from '#web/ui/durations.ts'

/** A length in seconds as «1 день 4 часа»; a dash for none. `minute` as in `formatDuration`. */
export const secondsText = (seconds: number | null, minute?: string) =>
  seconds === null ? '—' : formatDuration(new Date(0), new Date(seconds * 1000), minute)
