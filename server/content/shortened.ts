/** A text of max `max` characters, with «…» in place of the rest; no character of two units is cut in half. */
export const shortened = (text: string, max: number) =>
  text.length > max
    ? `${text
        .slice(0, max - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`
    : text
