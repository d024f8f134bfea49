// Apart from the schemas, so that screens do not load zod.

/** The acts on many accounts, as buttons call them. */
export const peopleActs = {
  invite: 'Пригласить ещё раз',
  'sign-out': 'Завершить все сеансы',
  'turn-off': 'Отключить',
} as const
export type PeopleAct = keyof typeof peopleActs

/** At most this many people at once: as many as get passwords on paper together. */
export const maxPeople = 60
