/** A class by the keys of its people and courses: its students take the courses by hand as well. */
export interface DemoCohort {
  name: string
  leaders: string[]
  students: string[]
  courses: string[]
}

export const demoCohorts: DemoCohort[] = [
  {
    name: '10 «А», дизайн',
    leaders: ['vera'],
    students: ['maria', 'dmitry', 'ekaterina', 'alexandra', 'gleb'],
    courses: ['layout', 'type'],
  },
  {
    name: '10 «Б», данные',
    leaders: ['vera', 'roman'],
    students: ['ilya', 'sofya', 'zarina', 'pavel', 'artyom'],
    courses: ['layout', 'data'],
  },
]
