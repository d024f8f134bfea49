// Apart from the schemas, so that screens do not load zod.

/**
 * What the list of people narrows accounts down to, as it calls them. `active` includes those without a password, but
 * nobody who waits for a parent.
 */
export const accountStates = {
  active: 'Работающие',
  'no-password': 'Ещё без пароля',
  'awaits-parent': 'Ждут согласия родителя',
  'awaits-curator': 'Ждут куратора',
  off: 'Отключённые',
} as const
export type AccountState = keyof typeof accountStates

/** How an account is called in its row; nothing of one that works. */
export const accountStateNames: Record<AccountState, string> = {
  active: '',
  'no-password': 'Ещё без пароля',
  'awaits-parent': 'Ждёт согласия родителя',
  'awaits-curator': 'Ждёт куратора',
  off: 'Отключена',
}

/** Since when somebody has not used the site: for this number of days, or `never` at all. */
export const absences = {
  '7': 'Не были неделю',
  '30': 'Не были 30 дней',
  '90': 'Не были 3 месяца',
  '180': 'Не были полгода',
  never: 'Ни разу не были',
} as const
export type Absence = keyof typeof absences

const keysOf = <Name extends string>(names: Record<Name, string>) => Object.keys(names) as [Name, ...Name[]]

export const accountStateSlugs = keysOf(accountStates)
export const absenceSlugs = keysOf(absences)
