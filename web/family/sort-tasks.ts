import type { FamilyChild, FamilyTask } from '#contract/family/family.schema.ts'

/** A task with the course it belongs to. */
export type TaskOfCourse = FamilyTask & { course: string }

/** What a parent looks for first, from all courses of a child. */
export interface SortedTasks {
  /** Not handed in in time, the latest due date first. */
  overdue: TaskOfCourse[]
  /** Returned by the teacher, the latest first. */
  returned: TaskOfCourse[]
  /** Still to be handed in, the next due date first. */
  due: TaskOfCourse[]
  /** Marks, verdicts and absences, the latest first. */
  recent: TaskOfCourse[]
}

const latestFirst = (moment: (task: FamilyTask) => string | null) => (a: FamilyTask, b: FamilyTask) =>
  (moment(b) ?? '').localeCompare(moment(a) ?? '')

const answeredAt = ({ verdict, noted_at, submitted_at }: FamilyTask) => verdict?.at ?? noted_at ?? submitted_at

/** Puts a child's tasks under the questions that a parent has. */
export const sortTasks = ({ courses }: FamilyChild, now: string): SortedTasks => {
  const all = courses.flatMap(({ name, tasks }) => tasks.map((task) => ({ ...task, course: name })))
  const waits = ({ status, score, absent }: FamilyTask) => status === null && score === null && !absent
  return {
    overdue: all.filter(({ overdue }) => overdue).sort(latestFirst(({ due_at }) => due_at)),
    returned: all.filter(({ status }) => status?.slug === 'returned').sort(latestFirst(answeredAt)),
    due: all
      .filter((task) => waits(task) && task.due_at !== null && task.due_at > now)
      .sort(latestFirst(({ due_at }) => due_at))
      .reverse(),
    recent: all
      .filter(
        ({ status, score, absent, note }) =>
          status?.slug === 'accepted' || (score !== null && status?.slug !== 'returned') || absent || note !== '',
      )
      .sort(latestFirst(answeredAt)),
  }
}
