import { Box, Row, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import { Button, TextInput, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Course, OutlineLesson, Section } from '#contract/courses/courses.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { ApiError, describeError } from '#web/app/api-error.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/courses/ProgrammeEditor.module.css'
import { LessonRow, moveKey, SectionHead } from '#web/courses/ProgrammeRows.tsx'
import { useProgramme } from '#web/courses/programme.queries.ts'
import {
  type Direction,
  moveLesson,
  moveSection,
  type Programme,
  placeLesson,
  removeSection,
  renameSection,
} from '#web/courses/programme-moves.ts'
import { bySection } from '#web/courses/progress.ts'
import { Card } from '#web/ui/Card.tsx'
import { counted } from '#web/ui/plural.ts'
import { toast } from '#web/ui/toasts.ts'

const AddSection = ({ course, add }: { course: Course; add: ReturnType<typeof useProgramme>['add'] }) => {
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending || !name.trim()) return
    add.mutate({ sections: course.sections, name }, { onSuccess: () => setName('') })
  }
  const { error } = add
  const problem = error && (error instanceof ApiError ? Object.values(error.fields)[0]?.[0] : undefined)
  return (
    <Row as="form" gap={2} align="start" mt={4} className={classes.add} onSubmit={submit} noValidate>
      <TextInput
        aria-label="Название нового раздела"
        placeholder="Название нового раздела"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={error && (problem ?? describeError(error).detail)}
      />
      <Button type="submit" variant="default" loading={add.isPending} disabled={!name.trim()}>
        Добавить раздел
      </Button>
    </Row>
  )
}

/** Where a moved lesson stands now, in words for those who do not see it move. */
const placeInWords = ({ sections, lessons }: Programme, lesson: OutlineLesson) => {
  const group = bySection(sections, lessons).find(({ lessons: inside }) => inside.some(({ id }) => id === lesson.id))
  const at = group?.lessons.findIndex(({ id }) => id === lesson.id) ?? 0
  const where = group?.section ? `раздел «${group.section.name}»` : 'без раздела'
  return `${lesson.name}: ${where}, место ${at + 1} из ${group?.lessons.length ?? 1}`
}

/** Sections and lessons of a course: added, renamed, put in order. Every step is saved at once. */
export const ProgrammeEditor = ({ course }: { course: Course }) => {
  const { current, change, add, bringBack, busy, saving } = useProgramme(course.id)
  const [said, setSaid] = useState('')
  const focusKey = useRef<string>(undefined)
  const { sections, lessons } = course

  // a lesson that went over to another section is drawn anew, and would lose the focus
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the new order stands on the page
  useLayoutEffect(() => {
    if (!focusKey.current) return
    document.querySelector<HTMLElement>(`[data-move="${focusKey.current}"]`)?.focus()
    focusKey.current = undefined
  }, [sections, lessons])

  const apply = (next: Programme | null, words: string, focus?: string) => {
    if (!next) return
    focusKey.current = focus
    setSaid(words)
    change(next)
  }
  const shiftLesson = (lesson: OutlineLesson, direction: Direction) => {
    const next = moveLesson(current(), lesson.id, direction)
    apply(next, next ? placeInWords(next, lesson) : '', moveKey('lesson', lesson.id, direction))
  }
  const putLesson = (lesson: OutlineLesson, sectionId: number | null) => {
    const next = placeLesson(current(), lesson.id, sectionId)
    apply(next, next ? placeInWords(next, lesson) : '')
  }
  const shiftSection = (section: Section, direction: Direction) => {
    const next = moveSection(current(), section.id, direction)
    const place = next ? next.sections.findIndex(({ id }) => id === section.id) + 1 : 0
    apply(next, `${section.name}: место ${place} из ${sections.length}`, moveKey('section', section.id, direction))
  }
  const dropSection = (section: Section) => {
    const count = lessons.filter(({ section_id }) => section_id === section.id).length
    const { id } = section
    const before = current()
    apply(removeSection(before, id), '')
    toast({
      severity: 'success',
      summary: 'Раздел удалён',
      detail: count ? `${counted(count, 'урок', 'урока', 'уроков')} теперь без раздела.` : section.name,
      action: { label: 'Отменить', onClick: () => bringBack({ before, id }) },
    })
  }

  return (
    <Box as="section" mt={7} aria-labelledby="programme">
      <Row gap={2} wrap align="baseline" justify="between" mb={4}>
        <h2 id="programme">Программа</h2>
        <Text as="span" size={2} tone="quiet" role="status">
          {saving ? 'Сохраняем…' : 'Изменения программы сохраняются сразу'}
        </Text>
      </Row>
      {lessons.length + sections.length === 0 && (
        <Text size={2} tone="quiet">
          Уроков пока нет. Разделы помогают разложить большой курс на части.
        </Text>
      )}
      {bySection(sections, lessons).map(({ section, lessons: inside }) =>
        !section && inside.length === 0 ? null : (
          <Card key={section?.id ?? 0} flush className={classes.section}>
            {section ? (
              <SectionHead
                section={section}
                disabled={busy}
                onRename={(name) => apply(renameSection(current(), section.id, name), '')}
                onMove={(direction) => shiftSection(section, direction)}
                onRemove={() => dropSection(section)}
              />
            ) : (
              sections.length > 0 && (
                <Row gap={0.5} edge="bottom" className={classes.sectionHead}>
                  <Text as="b" weight="strong">
                    Без раздела
                  </Text>
                </Row>
              )
            )}
            {inside.length === 0 && (
              <Text pad={3} padX={4} size={3} tone="quiet">
                В разделе пока нет уроков
              </Text>
            )}
            <Box as="ul" plain aria-label={section?.name ?? 'Уроки без раздела'}>
              {inside.map((lesson) => (
                <LessonRow
                  key={lesson.id}
                  lesson={lesson}
                  sections={sections}
                  disabled={busy}
                  onMove={(direction) => shiftLesson(lesson, direction)}
                  onPlace={(sectionId) => putLesson(lesson, sectionId)}
                />
              ))}
            </Box>
          </Card>
        ),
      )}
      <AddSection course={course} add={add} />
      <Box mt={4}>
        <Button
          component={Link}
          to={pathTo('lessons.create', { course_id: course.id })}
          variant="light"
          leftSection={<IconPlus size={17} aria-hidden="true" />}
        >
          Добавить урок
        </Button>
      </Box>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Box>
  )
}
