import { diffArrays } from 'diff'
import { fileIdOf } from '#contract/files/file-address.ts'
import { compareWords, type WordChange } from '#web/compare/compare-words.ts'
import { type TextBlock, textBlocks } from '#web/compare/text-blocks.ts'

/** A block of either text, or of both, with the changes of its words. */
export interface BlockChange extends Pick<TextBlock, 'kind' | 'mark' | 'url'> {
  change: 'same' | 'changed' | 'added' | 'removed'
  words: WordChange[]
}

/** Texts with more blocks of one change than this are not searched for pairs. */
const maxPairs = 300
/** Min share of common text for two blocks to count as one that changed. */
const least = 0.35
/** Max time for comparing two texts that have few blocks in common, in milliseconds. */
const patience = 700

const keyOf = ({ kind, text, mark, url, full = text }: TextBlock) =>
  // numbers of a list shift when an item is inserted: only ticks are changes of their own
  JSON.stringify([kind, full, mark === '✓' || mark === '☐' ? mark : '', fileIdOf(url ?? '') ?? ''])

/** The words of a text, each with its count. */
interface Words {
  text: string
  counts: Map<string, number>
  size: number
}

const wordsOf = (text: string): Words => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { text, counts, size: words.length }
}

/** The share of text that two texts have in common, from 0 to 1. */
const likeness = (one: Words, other: Words) => {
  const size = one.size + other.size
  if (size === 0) return one.text === other.text ? 1 : 0
  // as many words are common at most as the shorter text has
  if ((2 * Math.min(one.size, other.size)) / size <= least) return 0
  let common = 0
  for (const [word, count] of one.counts) common += Math.min(count, other.counts.get(word) ?? 0)
  return (2 * common) / size
}

const isText = ({ kind }: TextBlock) => kind !== 'picture' && kind !== 'film' && kind !== 'file'

const whole = (change: 'same' | 'added' | 'removed', { kind, text, mark, url }: TextBlock): BlockChange => ({
  change,
  kind,
  ...(mark ? { mark } : {}),
  ...(url ? { url } : {}),
  words: text ? [{ change, text }] : [],
})

const changed = (before: TextBlock, after: TextBlock): BlockChange => ({
  ...whole('same', after),
  change: 'changed',
  words: [
    ...(before.mark !== after.mark && before.mark ? [{ change: 'removed' as const, text: `${before.mark} ` }] : []),
    // addresses are shown where they are what has changed
    ...((before.links ?? '') === (after.links ?? '')
      ? compareWords(before.text, after.text)
      : compareWords(before.full ?? before.text, after.full ?? after.text)),
  ],
})

/** The most similar of the blocks that are still free. */
const pairOf = (block: TextBlock, others: TextBlock[], from: number, wordsIn: (block: TextBlock) => Words) => {
  let best = { index: -1, share: least }
  for (let index = from; index < others.length; index += 1) {
    const other = others[index] as TextBlock
    if (other.kind !== block.kind || !isText(other)) continue
    const share = likeness(wordsIn(block), wordsIn(other))
    if (share > best.share) best = { index, share }
  }
  return best.index
}

/** Pairs of deleted and inserted blocks: similar blocks are one that changed, in the order of both texts. */
const paired = (removed: TextBlock[], added: TextBlock[]): BlockChange[] => {
  const far = removed.length > maxPairs || added.length > maxPairs
  const known = new Map<TextBlock, Words>()
  const wordsIn = (block: TextBlock) => {
    const words = known.get(block) ?? wordsOf(block.text)
    known.set(block, words)
    return words
  }
  const changes: BlockChange[] = []
  let next = 0
  for (const block of removed) {
    const index = far ? -1 : pairOf(block, added, next, wordsIn)
    if (index < 0) {
      changes.push(whole('removed', block))
      continue
    }
    for (const other of added.slice(next, index)) changes.push(whole('added', other))
    changes.push(changed(block, added[index] as TextBlock))
    next = index + 1
  }
  return [...changes, ...added.slice(next).map((block) => whole('added', block))]
}

interface Keyed {
  block: TextBlock
  key: string
}

/** The common and the other blocks of two texts; all are others where it would take too long to find out. */
export const diffBlocks = (before: Keyed[], after: Keyed[]) =>
  diffArrays(before, after, { comparator: (one, other) => one.key === other.key, timeout: patience }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]

/** The changes between two stored texts, block by block and within them word by word. */
export const compareTexts = (before: string, after: string): BlockChange[] => {
  const keyed = (html: string) => textBlocks(html).map((block): Keyed => ({ block, key: keyOf(block) }))
  const parts = diffBlocks(keyed(before), keyed(after))
  const changes: BlockChange[] = []
  let removed: TextBlock[] = []
  let added: TextBlock[] = []
  const settle = () => {
    changes.push(...paired(removed, added))
    removed = []
    added = []
  }
  for (const part of parts) {
    const blocks = part.value.map(({ block }) => block)
    if (part.removed) removed.push(...blocks)
    else if (part.added) added.push(...blocks)
    else {
      settle()
      changes.push(...blocks.map((block) => whole('same', block)))
    }
  }
  settle()
  return changes
}

/** A long unchanged part, folded; or a block. */
export type Shown = { folded: BlockChange[] } | { block: BlockChange }

/** How many blocks beside a change stay visible. */
const around = 1

/** Folds unchanged blocks, except those beside a change. */
export const foldSame = (changes: BlockChange[]): Shown[] => {
  const near = (index: number) =>
    changes.slice(Math.max(0, index - around), index + around + 1).some(({ change }) => change !== 'same')
  const shown: Shown[] = []
  for (const [index, block] of changes.entries()) {
    const last = shown.at(-1)
    if (near(index)) shown.push({ block })
    else if (last && 'folded' in last) last.folded.push(block)
    else shown.push({ folded: [block] })
  }
  // one short line is quicker to read than to unfold
  return shown.flatMap((part): Shown[] => {
    if (!('folded' in part) || part.folded.length > 1) return [part]
    return part.folded.map((block) => ({ block }))
  })
}
