import { ActionIcon, Button } from '@mantine/core'
import {
  IconChecks,
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconChevronUp,
  IconSearchOff,
} from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type PageAddress, pathTo } from '#contract/pages.ts'
import { maxBulk } from '#contract/reviews/reviews.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { askOf, deskAsks, deskStatuses, filterOf, isNarrowed, useDeskSearch } from '#web/reviews/desk-search.ts'
import { useDeskKey } from '#web/reviews/keys/desk-keys.ts'
import classes from '#web/reviews/queue/Queue.module.css'
import { QueueFilters } from '#web/reviews/queue/QueueFilters.tsx'
import { QueueItem } from '#web/reviews/queue/QueueItem.tsx'
import { QueueTools } from '#web/reviews/queue/QueueTools.tsx'
import { SelectionBar } from '#web/reviews/queue/SelectionBar.tsx'
import type { TaskList } from '#web/tasks/tasks.queries.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Center, Row, Text } from '#web/ui/layout.tsx'
import { useSelection } from '#web/ui/use-selection.ts'

const stepLook = { variant: 'subtle', color: 'gray', size: 44 }
const stateOf = (canStep: boolean | null) =>
  canStep === null ? { loading: true, 'aria-busy': true } : { disabled: !canStep }

/** The left pane: the title of the page, the filters, and the tasks that pass them. */
export const Queue = ({
  list,
  taskId,
  userId,
  canStep,
  onStep,
}: {
  list: UseQueryResult<TaskList>
  taskId: number | null
  userId: number
  /** Whether there is a task beside the open one, null until that is known; and how to open it. */
  canStep: (by: 1 | -1) => boolean | null
  onStep: (by: 1 | -1) => void
}) => {
  const { search, hrefWith, go } = useDeskSearch()
  const { page: _, ...scope } = filterOf(search)
  const rows = list.data?.tasks ?? []
  // the last tasks of the last page were judged: the others are before it
  const lastPage = list.data && !list.isPlaceholderData && list.data.page > list.data.pages ? list.data.pages : 0
  const goToLast = useEffectEvent(
    () => void go({ page: lastPage > 1 ? String(lastPage) : undefined }, { replace: true }),
  )
  useEffect(() => {
    if (lastPage > 0) goToLast()
  }, [lastPage])
  const selection = useSelection(rows, JSON.stringify(scope), {
    max: maxBulk,
    tooMany: `За раз можно выбрать не больше ${maxBulk} работ`,
  })
  const [selecting, setSelecting] = useState(false)
  const isSelecting = selecting || selection.rows.length > 0
  const minute = useMinutes()
  // the one that was left, once the list is shown instead of it
  const last = useRef(taskId)
  const inSight = taskId ?? last.current
  const isListed = rows.some(({ id }) => id === inSight)
  useEffect(() => {
    if (taskId !== null) last.current = taskId
    if (!isListed) return
    // the task that the keys have selected; the task itself is drawn first
    const timer = setTimeout(() =>
      document.querySelector(`[data-task="${inSight}"]`)?.scrollIntoView({ block: 'nearest' }),
    )
    return () => clearTimeout(timer)
  }, [taskId, inSight, isListed])
  useDeskKey('select', () => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-task]')?.dataset.task
    const row = rows.find(({ id }) => id === (focused ? Number(focused) : taskId))
    if (row) selection.toggle(row)
  })
  return (
    <Box
      ground="surface"
      shrink
      className={classes.queue}
      data-open={taskId !== null || undefined}
      data-selecting={isSelecting || undefined}
      data-takes-focus
      tabIndex={-1}
    >
      <Row gap={2} wrap className={classes.head}>
        {taskId !== null && (
          <Center
            as={Link}
            tone="soft"
            round="s"
            to={hrefWith({ task: undefined })}
            className={classes.back}
            aria-label="К списку работ"
          >
            <IconChevronLeft size={22} stroke={1.75} aria-hidden="true" />
          </Center>
        )}
        <Text as="h1" id="desk-queue-title" grow tabIndex={-1} className={classes.title}>
          Задания
        </Text>
        {list.data && (
          <Text as="span" tone="quiet" className={classes.total}>
            {list.data.total}
          </Text>
        )}
        {taskId !== null && (
          <Row className={classes.steps}>
            <ActionIcon
              {...stepLook}
              {...stateOf(canStep(-1))}
              aria-label="Предыдущая работа"
              onClick={() => onStep(-1)}
            >
              <IconChevronUp size={22} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon {...stepLook} {...stateOf(canStep(1))} aria-label="Следующая работа" onClick={() => onStep(1)}>
              <IconChevronDown size={22} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </Row>
        )}
        <QueueTools
          courseId={Number(scope.course_id) || rows[0]?.course.id || null}
          isSelecting={isSelecting}
          onSelect={() => {
            if (isSelecting) selection.clear()
            setSelecting(!isSelecting)
          }}
        />
      </Row>
      <div className={classes.body}>
        <QueueFilters list={list.data} />
        <ListState query={list} isEmpty={({ tasks }) => tasks.length === 0} empty={<EmptyQueue list={list.data} />}>
          {({ tasks, page, pages }) => (
            <>
              <Box
                as="ul"
                plain
                className={classes.items}
                aria-label="Очередь работ"
                aria-busy={list.isPlaceholderData}
              >
                {tasks.map((row) => (
                  <QueueItem
                    key={row.id}
                    row={row}
                    href={hrefWith({ task: String(row.id) })}
                    isOpen={row.id === taskId}
                    userId={userId}
                    selected={selection.has(row.id)}
                    onSelect={selection.toggle}
                    minute={minute}
                  />
                ))}
              </Box>
              {pages > 1 && <Pages page={page} pages={pages} hrefOf={(to) => hrefWith({ page: String(to) })} />}
            </>
          )}
        </ListState>
      </div>
      {isSelecting && <SelectionBar selection={selection} />}
    </Box>
  )
}

/** How long a reviewer has had a task is shown in minutes, which are counted. */
const useMinutes = () => {
  const [minute, setMinute] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setMinute((minute) => minute + 1), 30_000)
    return () => clearInterval(timer)
  }, [])
  return minute
}

const EmptyQueue = ({ list }: { list: TaskList | undefined }) => {
  const { search } = useDeskSearch()
  const asks = askOf(search)
  const { asks: _, page: __, ...others } = filterOf(search)
  if (asks && Object.keys(others).length === 0)
    return (
      <Text pad={3} padX={4.5} tone="quiet">
        {deskAsks[asks].none}.
      </Text>
    )
  if (!isNarrowed(search))
    return (
      <Text pad={3} padX={4.5} tone="quiet">
        В очереди ничего нет.
      </Text>
    )
  const isDone = filterOf(search).status === 'submitted' && deskStatuses.some((slug) => (list?.counts[slug] ?? 0) > 0)
  const empty = isDone
    ? { icon: IconChecks, title: 'Здесь всё проверено', text: 'Из отобранных работ ни одна не ждёт ответа.' }
    : { icon: IconSearchOff, title: 'Ничего не нашлось', text: 'Попробуйте другое имя, курс или состояние.' }
  return (
    <EmptyState
      {...empty}
      action={
        <Button component={Link} to={pathTo('tasks.index')} variant="default">
          Сбросить фильтры
        </Button>
      }
    />
  )
}

const Pages = ({ page, pages, hrefOf }: { page: number; pages: number; hrefOf: (page: number) => PageAddress }) => (
  <Row as="nav" justify="between" pad={3} size={2} tone="quiet" digits aria-label="Страницы очереди">
    {page > 1 ? (
      <Center
        as={Link}
        round="s"
        tone="soft"
        hover="sunken"
        to={hrefOf(page - 1)}
        className={classes.leaf}
        aria-label="Предыдущая страница"
      >
        <IconChevronLeft size={20} stroke={1.75} aria-hidden="true" />
      </Center>
    ) : (
      <span className={classes.leaf} />
    )}
    <span>
      Страница {page} из {pages}
    </span>
    {page < pages ? (
      <Center
        as={Link}
        round="s"
        tone="soft"
        hover="sunken"
        to={hrefOf(page + 1)}
        className={classes.leaf}
        aria-label="Следующая страница"
      >
        <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
      </Center>
    ) : (
      <span className={classes.leaf} />
    )}
  </Row>
)
