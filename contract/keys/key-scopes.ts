import { cohortCalled } from '#contract/cohorts/cohort-words.ts'

// Apart from the schemas, so that a screen that only shows names does not load zod.

/**
 * What a program's key may be allowed, with the calls of each scope. A call that is missing here is refused to every
 * key, also where it is open to everybody. Never add a call that needs a fresh password, or gives access: keys have no
 * password.
 */
export const keyScopes = {
  'courses-read': {
    name: 'Читать курсы и уроки',
    calls: ['GET /api/courses', 'GET /api/courses/{id}', 'GET /api/lessons/{id}', 'GET /api/lessons/{id}/quizzes'],
  },
  'people-read': {
    get name() {
      return `Читать список людей и ${cohortCalled('ofMany')}`
    },
    calls: [
      ...['GET /api/users', 'GET /api/users/students', 'GET /api/users/{id}', 'GET /api/users/{id}/certificates'],
      ...['GET /api/cohorts', 'GET /api/cohorts/{id}', 'GET /api/cohorts/{id}/progress'],
    ],
  },
  'people-enrol': {
    name: 'Записывать на курсы',
    calls: ['PUT /api/courses/{id}/students'],
  },
  'journal-read': {
    name: 'Читать журналы и работы',
    calls: [
      ...['GET /api/courses/{id}/journal', 'GET /api/settings/periods', 'GET /api/assignments'],
      ...['GET /api/tasks', 'GET /api/tasks/{id}'],
    ],
  },
  'journal-write': {
    name: 'Ставить отметки в журнал',
    calls: ['PUT /api/courses/{id}/journal/cells'],
  },
} as const satisfies Record<string, { name: string; calls: readonly string[] }>

export type KeyScope = keyof typeof keyScopes

/** For how long a key may work, in days. */
export const keyDays = { min: 1, max: 365, usual: 90 } as const

/** How many keys a school may have at once. */
export const maxKeys = 50

/** What every key begins with, so that tools that look for leaked secrets find it. */
export const keyPrefix = 'praktika_'

/** What a key is allowed, in a line; a scope that this version does not have keeps its word. */
export const scopesText = (scopes: readonly string[]) =>
  scopes.map((scope) => `«${keyScopes[scope as KeyScope]?.name ?? scope}»`).join(', ')
