import '#web/ui/input-styles.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { taskStatuses } from '#contract/tasks/tasks.schema.ts'
import { coursesQuery } from '#web/courses/courses.queries.ts'
import { lessonQuery } from '#web/lessons/lessons.queries.ts'
import { deskStatuses, everyStatus, filterOf, useDeskSearch } from '#web/reviews/desk-search.ts'
import classes from '#web/reviews/Queue.module.css'
import type { TaskList } from '#web/tasks/tasks.queries.ts'

/** What narrows the queue; all of it stands in the address. */
export const QueueFilters = ({ list }: { list: TaskList | undefined }) => {
  const { search, hrefWith, go } = useDeskSearch()
  const courses = useQuery(coursesQuery()).data?.courses ?? []
  const { status = everyStatus } = filterOf(search)
  const chips = [...deskStatuses, everyStatus] as const
  const total = list && deskStatuses.reduce((sum, slug) => sum + (list.counts[slug] ?? 0), 0)
  return (
    <div className={classes.filters}>
      <SearchField />
      <NativeSelect
        aria-label="Курс"
        size="sm"
        value={search.course_id ?? ''}
        onChange={(event) => void go({ course_id: event.currentTarget.value, page: undefined, task: undefined })}
        data={[
          { value: '', label: 'Все курсы' },
          ...courses.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <nav aria-label="Состояние работ" className={classes.chips}>
        {chips.map((slug) => (
          <a
            key={slug}
            href={hrefWith({ status: slug === 'submitted' ? undefined : slug, page: undefined, task: undefined })}
            aria-current={slug === status ? 'true' : undefined}
          >
            {slug === everyStatus ? 'Все' : taskStatuses[slug].name}
            {list && <span>{slug === everyStatus ? total : (list.counts[slug] ?? 0)}</span>}
          </a>
        ))}
      </nav>
      {search.lesson_id && (
        <LessonChip
          lessonId={Number(search.lesson_id)}
          name={list?.tasks.find(({ lesson }) => String(lesson.id) === search.lesson_id)?.lesson.name}
          href={hrefWith({ lesson_id: undefined, page: undefined })}
        />
      )}
    </div>
  )
}

const SearchField = () => {
  const { search, go } = useDeskSearch()
  const asked = search.search ?? ''
  const [text, setText] = useState(asked)
  const sent = useRef(asked)
  // another address, not the echo of one's own typing
  useEffect(() => {
    if (asked !== sent.current) setText(asked)
    sent.current = asked
  }, [asked])
  useEffect(() => {
    if (text.trim() === sent.current.trim()) return
    const timer = setTimeout(() => {
      sent.current = text
      void go({ search: text, page: undefined }, { replace: true })
    }, 300)
    return () => clearTimeout(timer)
  })
  return (
    <TextInput
      type="search"
      aria-label="Поиск по имени или уроку"
      placeholder="Имя, урок"
      size="sm"
      maxLength={200}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
}

const LessonChip = ({ lessonId, name, href }: { lessonId: number; name: string | undefined; href: string }) => {
  const lesson = useQuery({ ...lessonQuery(lessonId), enabled: !name }).data?.lesson.name
  return (
    <a href={href} className={classes.lesson} aria-label={`Урок: ${name ?? lesson ?? '…'}. Убрать отбор`}>
      <span>Урок: {name ?? lesson ?? '…'}</span>
      <IconX size={16} stroke={2} aria-hidden="true" />
    </a>
  )
}
