import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { bySection } from '#contract/courses/by-section.ts'
import type { Course, Section } from '#contract/courses/courses.schema.ts'
import type { OutlineMove } from '#contract/courses/outline.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { Link } from '#web/app/Link.tsx'
import { NewName } from '#web/courses/outline/NameField.tsx'
import classes from '#web/courses/outline/Outline.module.css'
import { type LessonActs, OutlineLessonRow } from '#web/courses/outline/OutlineLessonRow.tsx'
import { OutlineSectionHead, type SectionActs } from '#web/courses/outline/OutlineSectionHead.tsx'
import { OutlineSelectionBar } from '#web/courses/outline/OutlineSelectionBar.tsx'
import {
  applyAct,
  isSameOrder,
  newId,
  placeSentence,
  type ShownOutline,
  stepOfLesson,
  stepOfSection,
} from '#web/courses/outline/outline-acts.ts'
import { isNew, type OutlineChanges, useOutline } from '#web/courses/outline/use-outline.ts'
import { useOutlineDrag } from '#web/courses/outline/use-outline-drag.ts'
import { useOutlineSelection } from '#web/courses/outline/use-outline-selection.ts'
import { Card } from '#web/ui/Card.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'

const lessonCount = (count: number) => counted(count, 'урок', 'урока', 'уроков')

/** What is beside an item that goes away, and is saved: nothing else can have the focus. */
const besideOf = (items: { id: number }[], id: number) => {
  const others = items.filter((item) => item.id === id || !isNew(item))
  const at = others.findIndex((item) => item.id === id)
  return others[at + 1] ?? others[at - 1]
}

/** Puts the focus on a row, wherever it is drawn after an act; on the name of a new one, where there is none. */
const useRowFocus = (outline: ShownOutline) => {
  const wanted = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as soon as the new order is on the page
  useLayoutEffect(() => {
    if (!wanted.current) return
    const row = document.querySelector<HTMLElement>(`[data-outline-link="${wanted.current}"]`)
    const next = row ?? document.querySelector<HTMLElement>('[data-new-name]')
    next?.focus()
    wanted.current = undefined
  }, [outline])
  return (kind: OutlineMove['kind'], id?: number) => {
    wanted.current = `${kind}-${id}`
  }
}

/**
 * Moves the focus from the field of a new section to that of its first lesson, unless something else is typed by then.
 */
const useNewLessonFocus = (outline: ShownOutline) => {
  const wanted = useRef<number>(undefined)
  const focus = () => {
    if (wanted.current === undefined) return
    const next = document.querySelector<HTMLElement>(`[data-new-name="lesson-${wanted.current}"]`)
    if (!next) return
    wanted.current = undefined
    const field = document.activeElement
    if (field instanceof HTMLInputElement && field.dataset.newName === 'section' && !field.value) next.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the section may be drawn later than its id arrives
  useLayoutEffect(focus, [outline])
  return (sectionId: number | undefined) => {
    wanted.current = sectionId
    focus()
  }
}

/** What the rows do; their functions stay the same, so that a row is drawn again only when it changes. */
const useRowActs = (
  outline: OutlineChanges,
  {
    drag,
    setRenaming,
    toggle,
  }: {
    drag: (event: React.PointerEvent, kind: OutlineMove['kind'], id: number) => void
    setRenaming: (row: string | null) => void
    toggle: (id: number, range: boolean) => void
  },
) => {
  const [announced, announce] = useState('')
  const focusRow = useRowFocus(outline.shown)
  const latest = useRef({ outline, drag, toggle, focusRow })
  useEffect(() => {
    latest.current = { outline, drag, toggle, focusRow }
  })
  const acts = useMemo(() => {
    const now = () => latest.current
    const move = (next: OutlineMove) => {
      const { changeUndoably, current } = now().outline
      if (isSameOrder(current(), applyAct(current(), { type: 'move', move: next }))) return
      changeUndoably({ type: 'move', move: next }, next.kind === 'lesson' ? 'Урок перемещён' : 'Раздел перемещён')
      announce(placeSentence(current(), next.kind, next.id))
    }
    const step = (next: OutlineMove | null) => {
      if (!next) return
      now().focusRow(next.kind, next.id)
      move(next)
    }
    const rename = (kind: OutlineMove['kind'], id: number, name: string | null, byKey: boolean) => {
      setRenaming(null)
      if (byKey) now().focusRow(kind, id)
      if (name === null) return
      now().outline.changeUndoably({ type: `rename-${kind}`, id, name }, 'Название изменено', name)
    }
    const lesson: LessonActs = {
      startRename: (id) => setRenaming(`lesson-${id}`),
      rename: (id, name, byKey) => rename('lesson', id, name, byKey),
      step: (id, way) => step(stepOfLesson(now().outline.current(), id, way)),
      place: (id, section_id) => {
        const beside = now()
          .outline.current()
          .lessons.filter((other) => other.section_id === section_id)
        step({ kind: 'lesson', id, section_id, after_id: beside.at(-1)?.id ?? null })
      },
      setStatus: (id, act) => {
        now().focusRow('lesson', id)
        now().outline.changeUndoably(
          { type: 'bulk', ids: [id], act },
          act === 'publish' ? 'Урок опубликован' : 'Урок снова черновик',
        )
      },
      remove: (id) => {
        const { changeUndoably, current } = now().outline
        now().focusRow('lesson', besideOf(current().lessons, id)?.id)
        changeUndoably({ type: 'bulk', ids: [id], act: 'delete' }, 'Урок в корзине курса')
      },
      select: (id, range) => now().toggle(id, range),
      drag: (event, id) => now().drag(event, 'lesson', id),
    }
    const section: SectionActs = {
      startRename: (id) => setRenaming(`section-${id}`),
      rename: (id, name, byKey) => rename('section', id, name, byKey),
      step: (id, way) => step(stepOfSection(now().outline.current(), id, way)),
      remove: ({ id, name }) => {
        const { changeUndoably, current } = now().outline
        const { sections, lessons } = current()
        const beside = besideOf(sections, id)
        if (beside) now().focusRow('section', beside.id)
        else now().focusRow('lesson', lessons[0]?.id)
        const count = lessons.filter(({ section_id }) => section_id === id).length
        changeUndoably(
          { type: 'remove-section', id },
          'Раздел удалён',
          count > 0 ? `${lessonCount(count)} теперь без раздела.` : name,
        )
      },
      drag: (event, id) => now().drag(event, 'section', id),
    }
    return { lesson, section, move }
  }, [setRenaming])
  return { acts, announced }
}

const done = {
  publish: (count: number) => (count === 1 ? 'Урок опубликован' : `Опубликовано: ${lessonCount(count)}`),
  unpublish: (count: number) => (count === 1 ? 'Урок снова черновик' : `Снова черновики: ${lessonCount(count)}`),
  move: (count: number) => (count === 1 ? 'Урок перемещён' : `Перемещено: ${lessonCount(count)}`),
  delete: (count: number) => (count === 1 ? 'Урок в корзине курса' : `В корзине курса: ${lessonCount(count)}`),
}

/**
 * The sections and lessons of a course, edited in their place by those who teach it; everything is saved at once.
 * Beside a lesson, `currentId`, it has less room.
 */
export const OutlineEditor = ({ course, currentId }: { course: Course; currentId?: number }) => {
  const outline = useOutline(course)
  const { shown, change, changeUndoably, isSaving } = outline
  const { sections, lessons } = shown
  const [renaming, setRenaming] = useState<string | null>(null)
  const selection = useOutlineSelection(lessons.filter((lesson) => !isNew(lesson)).map(({ id }) => id))
  const dropped = useRef<(move: OutlineMove) => void>(() => {})
  const { begin, move: target } = useOutlineDrag((move) => dropped.current(move))
  const focusNewLesson = useNewLessonFocus(shown)
  const { acts, announced } = useRowActs(outline, { drag: begin, setRenaming, toggle: selection.toggle })
  dropped.current = acts.move
  const numbers = new Map(lessons.map((lesson, index) => [lesson.id, index + 1]))
  // lessons without a section have their place while there are some, or one may be dropped there
  const groups = bySection(sections, lessons).filter(
    ({ section, lessons: inside }) =>
      section || inside.length > 0 || sections.length === 0 || target?.kind === 'lesson',
  )
  const isTarget = (section: Section | null, afterId: number | null) =>
    target?.kind === 'lesson' && target.section_id === (section?.id ?? null) && target.after_id === afterId
  const addSection = async (name: string) => {
    focusNewLesson(await change({ type: 'add-section', id: newId(), name }))
  }
  return (
    <section
      aria-labelledby="programme"
      data-outline
      className={classes.outline}
      data-compact={currentId !== undefined || undefined}
    >
      <Row gap={2} gapX={4} wrap justify="between" mb={3}>
        <Row gap={3} align="baseline">
          <h2 id="programme">Программа</h2>
          <Text as="span" size={2} tone="quiet" role="status">
            {isSaving ? 'Сохраняем…' : ''}
          </Text>
        </Row>
        {currentId === undefined && (
          <Button
            component={Link}
            to={pathTo('lessons.create', { course_id: course.id })}
            variant="light"
            leftSection={<IconPlus size={17} aria-hidden="true" />}
          >
            Добавить урок
          </Button>
        )}
      </Row>
      <Stack gap={4}>
        {groups.map(({ section, lessons: inside }) => (
          <Card
            key={section?.id ?? 0}
            flush
            data-group={section?.id ?? ''}
            data-after={
              target?.kind === 'section' && section && target.after_id === section.id && target.id !== section.id
                ? ''
                : undefined
            }
            data-first={
              target?.kind === 'section' && target.after_id === null && section?.id === sections[0]?.id ? '' : undefined
            }
          >
            {section ? (
              <OutlineSectionHead
                section={section}
                count={inside.length}
                acts={acts.section}
                renaming={renaming === `section-${section.id}`}
              />
            ) : (
              sections.length > 0 &&
              inside.length > 0 && (
                <Row edge="bottom" className={`${classes.row} ${classes.sectionHead}`}>
                  <Text as="b" weight="strong" tone="quiet" className={classes.outside}>
                    Без раздела
                  </Text>
                </Row>
              )
            )}
            <Box
              as="ul"
              plain
              divided
              aria-label={section?.name ?? 'Уроки без раздела'}
              className={classes.lessons}
              data-first={isTarget(section, null) || undefined}
            >
              {inside.map((lesson) => (
                <OutlineLessonRow
                  key={lesson.id}
                  lesson={lesson}
                  number={numbers.get(lesson.id) ?? 0}
                  sections={sections}
                  acts={acts.lesson}
                  current={lesson.id === currentId}
                  beside={currentId !== undefined}
                  renaming={renaming === `lesson-${lesson.id}`}
                  selected={selection.isSelected(lesson.id)}
                  marked={isTarget(section, lesson.id)}
                  dragged={target?.kind === 'lesson' && target.id === lesson.id}
                />
              ))}
            </Box>
            <div className={classes.add}>
              <NewName
                label={section ? `Новый урок в разделе «${section.name}»` : 'Новый урок'}
                placeholder={lessons.length === 0 && !section ? 'Первый урок, затем Enter' : 'Новый урок…'}
                mark={`lesson-${section?.id ?? ''}`}
                disabled={section !== null && isNew(section)}
                add={(name) => change({ type: 'add-lesson', id: newId(), name, section_id: section?.id ?? null })}
              />
            </div>
          </Card>
        ))}
        <Card flush className={classes.addSection}>
          <div className={classes.add}>
            <NewName label="Новый раздел" placeholder="Новый раздел…" mark="section" add={addSection} />
          </div>
        </Card>
      </Stack>
      {selection.selected.length > 0 && (
        <OutlineSelectionBar
          count={selection.selected.length}
          sections={sections}
          onClear={selection.clear}
          onAct={(act, section_id) => {
            const ids = selection.selected
            const body = section_id === undefined ? {} : { section_id }
            changeUndoably({ type: 'bulk', ids, act, ...body }, done[act](ids.length))
            selection.clear()
          }}
        />
      )}
      <Text aloud role="status">
        {announced}
      </Text>
    </section>
  )
}
