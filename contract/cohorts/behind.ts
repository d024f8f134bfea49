/** A student of a class has fallen behind after this many days without a visit, or with this many overdue tasks. */
export const behind = { days: 7, overdue: 1 } as const
