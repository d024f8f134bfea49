import { formatSize } from '#contract/files/file-size.ts'
import { counted } from '#contract/plural.ts'
import type { SavedCourse } from '#web/offline/kept-db.ts'
import { formatMoment } from '#web/ui/dates.ts'

/** What is saved of a course and when: «5 уроков, 12,4 МБ, 26.11.2026 10:40», or that not all of it is. */
export const savedText = ({ lessons, size, at, left, part }: SavedCourse) =>
  part
    ? `Сохранено не полностью, ${formatMoment(new Date(at))}`
    : [
        counted(lessons, 'урок', 'урока', 'уроков'),
        formatSize(size),
        formatMoment(new Date(at)),
        ...(left > 0
          ? [`без ${counted(left, 'большого файла', 'больших файлов', 'больших файлов')}: для них нужна сеть`]
          : []),
      ].join(', ')
