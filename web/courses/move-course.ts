import type { CourseStatus } from '#contract/courses/courses.schema.ts'
import { called } from '#contract/users/student-word.ts'
import { useUpdateCourse } from '#web/courses/change-course.ts'
import { reportError } from '#web/data/report-error.ts'
import { toast } from '#web/ui/toasts.ts'

const done: Record<CourseStatus, string> = {
  get draft() {
    return `Курс снова черновик: ${called('студенты')} его не видят`
  },
  published: 'Курс опубликован',
  archived: 'Курс в архиве',
}

/** Moves a course to another status, with the way back: the page may have been left by the time it is taken. */
export const useMoveCourse = (id: number) => {
  const { mutateAsync, isPending } = useUpdateCourse(id)
  const move = async (to: CourseStatus, back?: CourseStatus) => {
    try {
      await mutateAsync({ status: to })
      toast({
        severity: 'success',
        summary: done[to],
        key: 'course-status',
        ...(back && { action: { label: 'Отменить', onClick: () => void move(back) } }),
      })
    } catch (error) {
      reportError(error, 'Не удалось сменить статус')
    }
  }
  return { move, isMoving: isPending }
}
