// Apart from the schemas, so that the screen does not load zod.

/** The parts of the site whose state curators see, in the order of the screen, with their names. */
export const statePartNames = {
  version: 'Версия',
  database: 'База данных',
  storage: 'Файлы',
  disk: 'Диск',
  effects: 'Действия сайта',
  letters: 'Письма',
  backups: 'Резервные копии',
  access: 'Вход с кодом',
  provider: 'Единый вход',
  processes: 'Процессы',
} as const

export type StatePartName = keyof typeof statePartNames

export const stateParts = Object.keys(statePartNames) as [StatePartName, ...StatePartName[]]
