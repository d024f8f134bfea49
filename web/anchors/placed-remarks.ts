import type { Anchor } from '#contract/reviews/anchor.schema.ts'

/** A remark as it is shown beside a task; `number` is its place in the list of its verdict. */
export interface PlacedRemark {
  /** The same in the list and beside the task. */
  key: string
  number: number
  text: string
  done: boolean
  anchor: Anchor | null
  /** The attempt it was first made on. */
  attempt: number
}

/** A remark that somebody makes at a place; without one it is about the whole task. */
export interface NewRemark {
  text: string
  anchor: Anchor | null
}

interface ListedRemark {
  id?: number | undefined
  text: string
  done: boolean
  anchor?: Anchor | null | undefined
  attempt?: number | undefined
}

/** The key of a remark in the list and beside the task: the server's id, or its place while it has none. */
export const remarkKey = ({ id }: { id?: number | undefined }, index: number) => (id ? `${id}` : `new-${index}`)

/** The remarks of a verdict as viewers show them; those without an attempt of their own are made on `attempt`. */
export const placedRemarks = (remarks: readonly ListedRemark[], attempt: number): PlacedRemark[] =>
  remarks.map((remark, index) => ({
    key: remarkKey(remark, index),
    number: index + 1,
    text: remark.text,
    done: remark.done,
    anchor: remark.anchor ?? null,
    attempt: remark.attempt ?? attempt,
  }))
