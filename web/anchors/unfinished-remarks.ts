/** A remark that somebody is typing at a place of the task and has not added yet. */
export interface UnfinishedRemark {
  text: () => string
  /** Adds it at its place. */
  add: () => void
  /** Closes its form without adding it. */
  drop: () => void
}

const open = new Set<UnfinishedRemark>()

/** Registers a form while it is open; returns the function that ends this. */
export const openUnfinished = (remark: UnfinishedRemark) => {
  open.add(remark)
  return () => void open.delete(remark)
}

/** Remarks that are typed and neither added nor given up. */
export const unfinishedRemarks = () => [...open].filter((remark) => remark.text() !== '')
