import type { Lesson } from '#contract/lessons/lessons.schema.ts'

/** A lesson as it is kept: the reader's own task is kept as that task alone, and the lesson only refers to it. */
export type KeptLesson = Omit<Lesson, 'task'> & { task_id: number | null }

/** A lesson of the server as it is kept. */
export const keptLesson = ({ lesson: { task, ...lesson } }: { lesson: Lesson }): { lesson: KeptLesson } => ({
  lesson: { ...lesson, task_id: task?.id ?? null },
})
