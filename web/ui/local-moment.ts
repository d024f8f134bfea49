const two = (value: number) => String(value).padStart(2, '0')

/** A moment as a `datetime-local` field holds it, in the reader's own time zone; nothing is an empty string. */
export const toLocalInput = (moment: string | null) => {
  if (!moment) return ''
  const date = new Date(moment)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Today by the reader's clock, as 2026-11-23. */
export const localDay = () => toLocalInput(new Date().toISOString()).slice(0, 10)

/** The moment that a `datetime-local` field holds, ISO 8601 in UTC; null for an empty or unfinished one. */
export const fromLocalInput = (text: string) => {
  const date = new Date(text)
  return text && Number.isFinite(date.getTime()) ? date.toISOString() : null
}
