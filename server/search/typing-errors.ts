/**
 * How many letters are wrong, missing, extra or swapped with the next one (Damerau and Levenshtein's distance);
 * `unfinished`: the typed text may be the beginning of the word.
 */
export const typingErrors = (typed: string, word: string, unfinished = false) => {
  const width = word.length + 1
  let before: number[] = []
  let last = Array.from({ length: width }, (_, at) => at)
  for (let row = 1; row <= typed.length; row += 1) {
    const next = [row]
    for (let at = 1; at < width; at += 1) {
      const same = typed[row - 1] === word[at - 1]
      const swapped = row > 1 && at > 1 && typed[row - 1] === word[at - 2] && typed[row - 2] === word[at - 1]
      next.push(
        Math.min(
          (last[at] as number) + 1,
          (next[at - 1] as number) + 1,
          (last[at - 1] as number) + (same ? 0 : 1),
          swapped ? (before[at - 2] as number) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = last
    last = next
  }
  return unfinished ? Math.min(...last) : (last[width - 1] as number)
}

/** Min length in characters of a word that may have errors: shorter words resemble too many others. */
export const minForgiven = 4

/** The max number of errors: one in a short word, two in a long one. */
const forgiven = ({ length }: string) => (length < minForgiven ? 0 : length < 6 ? 1 : 2)

/** The candidates nearest to the typed word, all that are equally near; none when all are too far. */
export const nearest = <Found>(found: { errors: number; typed: string; what: Found }[]): Found[] => {
  const near = found.filter(({ errors, typed }) => errors <= forgiven(typed))
  const least = Math.min(...near.map(({ errors }) => errors))
  return near.filter(({ errors }) => errors === least).map(({ what }) => what)
}

/** The same, but none when one is typed without errors: it is found by what is typed. */
export const meant = <Found>(found: { errors: number; typed: string; what: Found }[]): Found[] =>
  found.some(({ errors }) => errors === 0) ? [] : nearest(found)
