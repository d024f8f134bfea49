import { called } from '#contract/users/student-word.ts'
import '#web/ui/input-styles.ts'
import '@mantine/core/styles/Menu.layer.css'
import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconArchive,
  IconCopy,
  IconDots,
  IconDownload,
  IconEye,
  IconPencil,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { canDeleteCourse } from '#contract/courses/courses.policy.ts'
import type { Course } from '#contract/courses/courses.schema.ts'
import { pathTo } from '#contract/pages.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { Link } from '#web/app/Link.tsx'
import { lateDialog } from '#web/app/late.tsx'
import { useDeleteCourse } from '#web/courses/change-course.ts'
import { useMoveCourse } from '#web/courses/move-course.ts'
import { reportError } from '#web/data/report-error.ts'
import { confirm } from '#web/ui/confirm.ts'
import { toast } from '#web/ui/toasts.ts'

const CopyCourseDialog = lateDialog(() => import('#web/courses/CopyCourseDialog.tsx'))

const ImportDialog = lateDialog<{ course: Course; onClose: () => void }>(() => import('#web/imports/ImportDialog.tsx'))

/** What those who teach or run a course do with it as a whole. */
export const CourseActions = ({ course, actor }: { course: Course; actor: Actor }) => {
  const navigate = useNavigate()
  const { move, isMoving } = useMoveCourse(course.id)
  const remove = useDeleteCourse(course.id)
  const [copying, setCopying] = useState(false)
  const [importing, setImporting] = useState(false)
  const status = course.status.slug
  const teacher_ids = course.teachers.map(({ id }) => id)
  const mayDelete = canDeleteCourse(actor, { teacher_ids, student_count: course.student_count })

  const download = async () => {
    try {
      await (await import('#web/imports/download-archive.ts')).downloadArchive(course)
      toast({ severity: 'success', summary: 'Архив курса скачан', key: 'course-archive' })
    } catch (error) {
      reportError(error, 'Не удалось скачать архив')
    }
  }
  const askAndRemove = async () => {
    const accepted = await confirm({
      title: `Удалить курс «${course.name}»?`,
      text: 'Уроки станут недоступны, сданные работы сохранятся. Куратор может вернуть курс в течение 30 дней.',
      accept: 'Удалить курс',
      danger: true,
    })
    if (!accepted) return
    remove.mutate(undefined, {
      onSuccess: () => {
        toast({ severity: 'success', summary: 'Курс удалён', detail: course.name })
        void navigate({ to: pathTo('courses.index') })
      },
      onError: (error) => reportError(error, 'Не удалось удалить курс'),
    })
  }

  return (
    <>
      {status !== 'published' && (
        <Button loading={isMoving} onClick={() => move('published', status)}>
          {status === 'draft' ? 'Опубликовать' : 'Вернуть из архива'}
        </Button>
      )}
      <Button
        component={Link}
        to={pathTo('courses.edit', { id: course.id })}
        variant="default"
        leftSection={<IconPencil size={17} aria-hidden="true" />}
      >
        Изменить курс
      </Button>
      <Button
        component={Link}
        to={pathTo('courses.show', { id: course.id }, { as: 'student' })}
        variant="default"
        leftSection={<IconEye size={17} aria-hidden="true" />}
      >
        Посмотреть как {called('студент')}
      </Button>
      <Menu position="bottom-end" shadow="md" width={240}>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size="2.5rem"
            aria-label="Другие действия с курсом"
            loading={remove.isPending || (status === 'published' && isMoving)}
          >
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {status !== 'draft' && (
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden="true" />} onClick={() => move('draft', status)}>
              Вернуть в черновики
            </Menu.Item>
          )}
          {status !== 'archived' && (
            <Menu.Item
              leftSection={<IconArchive size={16} aria-hidden="true" />}
              onClick={() => move('archived', status)}
            >
              Отправить в архив
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden="true" />} onClick={() => setCopying(true)}>
            Скопировать курс…
          </Menu.Item>
          <Menu.Item leftSection={<IconUpload size={16} aria-hidden="true" />} onClick={() => setImporting(true)}>
            Импортировать уроки…
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden="true" />} onClick={() => void download()}>
            Скачать архив курса
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden="true" />}
            disabled={!mayDelete}
            onClick={askAndRemove}
          >
            Удалить курс
          </Menu.Item>
          {!mayDelete && <Menu.Label>На курсе есть {called('студенты')}: удалить его может только куратор</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
      {importing && <ImportDialog course={course} onClose={() => setImporting(false)} />}
      {copying && <CopyCourseDialog course={course} onClose={() => setCopying(false)} />}
    </>
  )
}
