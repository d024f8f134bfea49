/** The first day that a date of the section may have: nothing of a school is older, and a year of two digits is. */
export const earliestDay = '1700-01-01'

/** What people read beside an earlier date. */
export const tooEarlyText = 'Проверьте год, он раньше 1700-го'
