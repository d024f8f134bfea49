import { diffArrays } from 'diff'

/** A range of text: in both texts, only in the earlier or only in the later one. */
export interface WordChange {
  change: 'same' | 'removed' | 'added'
  text: string
}

/** Max time for comparing two texts that have little in common, in milliseconds. */
const patience = 300

/** Words, spaces and punctuation; letters of any script. */
const tokensOf = (text: string) => text.match(/[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu) ?? []

interface Step {
  same: string
  removed: string
  added: string
}

const isVisible = (text: string) => /\S/.test(text)

/** Changes and the unchanged text after them, step by step; a single space between two changes joins them. */
const stepsOf = (parts: { added: boolean; removed: boolean; value: string[] }[]) => {
  const steps: Step[] = [{ removed: '', added: '', same: '' }]
  for (const { added, removed, value } of parts) {
    const text = value.join('')
    const last = steps.at(-1) as Step
    if (!added && !removed) {
      last.same += text
      continue
    }
    const open = last.same === '' ? last : { removed: '', added: '', same: '' }
    if (open !== last) steps.push(open)
    if (removed) open.removed += text
    else open.added += text
  }
  return steps
}

const joined = (steps: Step[]) =>
  steps.reduce<Step[]>((done, step) => {
    const last = done.at(-1)
    const isGap = last && !isVisible(last.same) && last.same !== '' && (last.removed || last.added)
    const bothSides = last && isVisible(last.removed + step.removed) && isVisible(last.added + step.added)
    if (!isGap || !bothSides) return done.concat(step)
    const removed = last.removed + last.same + step.removed
    const added = last.added + last.same + step.added
    return [...done.slice(0, -1), { removed, added, same: step.same }]
  }, [])

/**
 * The changes between two texts, word by word: the parts without `added` are the earlier text, those without `removed`
 * the later.
 */
export const compareWords = (before: string, after: string): WordChange[] => {
  const parts = diffArrays(tokensOf(before), tokensOf(after), { timeout: patience })
  const steps = parts ? joined(stepsOf(parts)) : [{ removed: before, added: after, same: '' }]
  return steps.flatMap(({ removed, added, same }): WordChange[] =>
    [
      { change: 'removed' as const, text: removed },
      { change: 'added' as const, text: added },
      { change: 'same' as const, text: same },
    ].filter(({ text }) => text !== ''),
  )
}
