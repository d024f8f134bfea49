import { Button } from '@mantine/core'
import { IconCloudCheck, IconCloudDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Course } from '#contract/courses/courses.schema.ts'
import { formatSize } from '#contract/files/file-size.ts'
import { useUser } from '#web/auth/session.ts'
import { reportError } from '#web/data/report-error.ts'
import { RemoveSaved } from '#web/offline/RemoveSaved.tsx'
import { type SaveProgress, saveCourse } from '#web/offline/save-course.ts'
import { savedChanged, savedQuery } from '#web/offline/saved.queries.ts'
import { savedText } from '#web/offline/saved-texts.ts'
import { canHaveWorker } from '#web/offline/worker.ts'
import { Row, Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

const tellFailure = (error: unknown) => {
  const reason = error instanceof DOMException ? error.name : ''
  // stopped, or removed meanwhile
  if (reason === 'AbortError') return
  if (reason !== 'QuotaExceededError') return reportError(error, 'Не удалось сохранить курс')
  toast({
    severity: 'error',
    summary: 'На устройстве не хватает места',
    detail: 'Освободите место и сохраните курс ещё раз. Что сохранилось, можно читать без сети или убрать.',
    key: 'save-course',
  })
}

const useSaving = (id: number) => {
  const [progress, setProgress] = useState<SaveProgress | null>(null)
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])
  const save = async () => {
    stop.current = new AbortController()
    const { signal } = stop.current
    setProgress({ done: 0, of: 0, size: 0 })
    try {
      await saveCourse(id, setProgress, signal)
    } catch (error) {
      if (!signal.aborted) tellFailure(error)
    }
    if (!signal.aborted) setProgress(null)
    await savedChanged()
  }
  const cancel = () => {
    stop.current.abort()
    setProgress(null)
  }
  return { progress, save, cancel }
}

/** Saves a course on the student's device, with its lessons and files, and shows that it is there. */
const SaveCourse = ({ course: { id, name } }: { course: Course }) => {
  const user = useUser()
  const mayKeep = canHaveWorker() && user?.role.slug === 'student' && !user.looker
  const saved = useQuery({ ...savedQuery, enabled: mayKeep }).data?.find((course) => course.id === id)
  const { progress, save, cancel } = useSaving(id)
  if (!mayKeep) return null
  if (progress)
    return (
      <Row gap={2} gapX={4} wrap mt={4}>
        <Text tone="soft" role="status">
          Сохраняем: {progress.of > 0 ? `${progress.done} из ${progress.of}, ` : ''}
          {formatSize(progress.size)}
        </Text>
        <Button variant="subtle" size="sm" onClick={cancel}>
          Остановить
        </Button>
      </Row>
    )
  if (!saved)
    return (
      <Row gap={2} gapX={4} wrap mt={4}>
        <Button
          variant="default"
          leftSection={<IconCloudDown size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => void save()}
        >
          Сохранить для дороги
        </Button>
        <Text size={2} tone="quiet">
          Уроки и файлы останутся на этом устройстве: читать и писать можно без сети.
        </Text>
      </Row>
    )
  return (
    <Row gap={2} gapX={4} wrap mt={4}>
      {saved.part ? null : (
        <Row gap={2} tone="ok" weight="medium" role="status">
          <IconCloudCheck size={19} stroke={1.75} aria-hidden="true" />
          Сохранено для дороги
        </Row>
      )}
      <Text size={2} tone="quiet">
        {savedText(saved)}
      </Text>
      <Row gap={1}>
        <Button variant="subtle" size="sm" onClick={() => void save()}>
          {saved.part ? 'Продолжить' : 'Обновить'}
        </Button>
        <RemoveSaved id={id} name={name} />
      </Row>
    </Row>
  )
}

export default SaveCourse
