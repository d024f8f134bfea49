import type { Call } from './calls.ts'
import { measureGrown } from './grown.ts'
import { manyProjectsFill } from './many-projects.ts'
import { signIn } from './school.ts'

const searches = {
  'a word': 'плакат',
  'a word that is everywhere': 'страницы',
  'a typing error': 'шрфит',
  'a typing error in a word that is everywhere': 'стрнаица',
  'two words with typing errors': 'плокат катлога',
  'a name': 'Ёлкина',
  'a name with a typing error': 'Ковалева Мрия',
  'what nobody has': 'кремний плутония',
}

const callsOf = async (site: string): Promise<Call[]> => {
  const [student, curator] = [await signIn(site, 'student'), await signIn(site, 'curator')]
  return [
    { name: 'the gallery', path: '/api/projects', token: student },
    ...Object.entries(searches).map(([name, search]) => ({
      name: `${name}: «${search}»`,
      path: `/api/projects?search=${encodeURIComponent(search)}`,
      token: student,
    })),
    { name: 'people: «елкин»', path: `/api/users?search=${encodeURIComponent('елкин')}`, token: curator },
  ]
}

/** The search of projects and people before and after 5,000 projects are added to the gallery. */
export const measureSearch = (seconds: number) =>
  measureGrown({ name: 'the search', callsOf, fill: manyProjectsFill, seconds })
