/**
 * Whether somebody else has changed a value since: it is neither what a change `expected` nor what it `sets`. What is
 * there already is no conflict, but the repeat of a change whose response was lost. A change that expects nothing has
 * none.
 */
export const isChangedSince = <Value>(now: Value, expected: Value | undefined, sets: Value | undefined) =>
  expected !== undefined && expected !== now && sets !== now
