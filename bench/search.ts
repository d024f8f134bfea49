import pg from 'pg'
import { type FreshResult, measureFresh } from './fresh-calls.ts'
import { signIn } from './school.ts'
import type { Site } from './site.ts'

/** A search by one person. */
export interface SearchResult extends FreshResult {
  role: string
  search: string
}

/** The school: as many people, half of whom take courses, with a lesson for each of these. */
export const searchedSchool = { people: 10_000, lessons: 5_000 }

/** Max time of the first results, in milliseconds. */
export const maxSearchMs = 100

/** How a search may be spelled; the words are from the demo school's lessons, of which the others are made. */
const searches = {
  'a word': 'плакат',
  'a word that is everywhere': 'страницы',
  'two letters of a word': 'пл',
  'the beginning of a word': 'плак',
  'two words': 'сетка страницы',
  'a typing error': 'шрфит',
  'a typing error in a word that is everywhere': 'стрнаица',
  'two words with typing errors': 'плокат катлога',
  'a name': 'Ёлкина',
  'a name that many have': 'анна',
  'a name with a typing error': 'Ковалева Мрия',
  'a name and a lesson': 'анна урок',
  'what nobody has': 'кремний плутония',
  'eight words': 'урок сетка страницы шрифт плакат работа поля текст',
}

/** Searches of everything, by a student, a teacher and a curator of a large school. */
export const measureSearch = async (site: Site): Promise<SearchResult[]> => {
  await site.fill(searchedSchool.lessons, searchedSchool.people)
  const client = new pg.Client(site.databaseUrl ?? '')
  await client.connect()
  try {
    const results: SearchResult[] = []
    for (const role of ['student', 'teacher', 'curator'] as const) {
      const token = await signIn(site.url, role)
      for (const [name, search] of Object.entries(searches)) {
        console.error(`Searching «${search}» as ${role}`)
        const path = `/api/search?q=${encodeURIComponent(search)}`
        results.push({ ...(await measureFresh(site, client, { name, path, token })), role, search })
      }
    }
    return results
  } finally {
    await client.end()
  }
}
