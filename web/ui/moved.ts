/** A list with one of its items at another place, counted from 0; the same list when it has no such item. */
export const moved = <Item>(items: Item[], isMoved: (item: Item) => boolean, to: number): Item[] => {
  const from = items.findIndex(isMoved)
  return from < 0 ? items : items.toSpliced(from, 1).toSpliced(Math.max(0, to), 0, items[from] as Item)
}
