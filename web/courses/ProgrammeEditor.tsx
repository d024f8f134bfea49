import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { Course, OutlineLesson, Section } from '#contract/courses/courses.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { ApiError, describeError } from '#web/app/api-error.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/courses/ProgrammeEditor.module.css'
import { LessonRow, SectionHead } from '#web/courses/ProgrammeRows.tsx'
import { useProgramme } from '#web/courses/programme.queries.ts'
import {
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
import { useSteps } from '#web/ui/use-steps.ts'

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
    <Row as="form" gap={2} align="start" mt={4} onSubmit={submit} noValidate>
      <Box grow>
        <TextInput
          aria-label="Название нового раздела"
          placeholder="Название нового раздела"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={error && (problem ?? describeError(error).detail)}
        />
      </Box>
      <Button type="submit" variant="default" loading={add.isPending} disabled={!name.trim()}>
        Добавить раздел
      </Button>
    </Row>
  )
}

/** Returns the new place of a moved lesson, as it is announced. */
const placeSentence = ({ sections, lessons }: Programme, lessonId: number) => {
  const isMoved = ({ id }: OutlineLesson) => id === lessonId
  const group = bySection(sections, lessons).find(({ lessons: inside }) => inside.some(isMoved))
  const at = group?.lessons.findIndex(isMoved) ?? 0
  const where = group?.section ? `раздел «${group.section.name}»` : 'без раздела'
  return `${group?.lessons[at]?.name}: ${where}, место ${at + 1} из ${group?.lessons.length ?? 1}`
}

/** Sections and lessons of a course: added, renamed, put in order. Every step is saved at once. */
export const ProgrammeEditor = ({ course }: { course: Course }) => {
  const { current, change, add, bringBack, busy, saving } = useProgramme(course.id)
  const { sections, lessons } = course
  const lessonSteps = useSteps<number>({
    // a lesson that moved to another section is a new element
    order: lessons.map(({ id, section_id }) => `${id} in ${section_id}`).join(),
    step: (id, way) => {
      const next = moveLesson(current(), id, way)
      if (!next) return null
      change(next)
      return placeSentence(next, id)
    },
  })
  const sectionSteps = useSteps<number>({
    order: sections.map(({ id }) => id).join(),
    step: (id, way) => {
      const next = moveSection(current(), id, way)
      if (!next) return null
      change(next)
      const place = next.sections.findIndex((section) => section.id === id)
      return `${next.sections[place]?.name}: место ${place + 1} из ${sections.length}`
    },
  })
  const putLesson = (id: number, sectionId: number | null) => {
    const next = placeLesson(current(), id, sectionId)
    if (!next) return
    change(next)
    lessonSteps.announce(placeSentence(next, id))
  }
  const dropSection = (section: Section) => {
    const count = lessons.filter(({ section_id }) => section_id === section.id).length
    const { id } = section
    const before = current()
    change(removeSection(before, id))
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
      <Stack gap={4}>
        {bySection(sections, lessons).map(({ section, lessons: inside }) =>
          !section && inside.length === 0 ? null : (
            <Card key={section?.id ?? 0} flush>
              {section ? (
                <SectionHead
                  section={section}
                  disabled={busy}
                  steps={sectionSteps.steps}
                  onRename={(name) => change(renameSection(current(), section.id, name))}
                  onRemove={() => dropSection(section)}
                />
              ) : (
                sections.length > 0 && (
                  <Row gap={0.5} pad={2.5} edge="bottom" className={`${classes.line} ${classes.sectionHead}`}>
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
              <Box as="ul" plain divided aria-label={section?.name ?? 'Уроки без раздела'}>
                {inside.map((lesson) => (
                  <LessonRow
                    key={lesson.id}
                    lesson={lesson}
                    sections={sections}
                    disabled={busy}
                    steps={lessonSteps.steps}
                    onPlace={(sectionId) => putLesson(lesson.id, sectionId)}
                  />
                ))}
              </Box>
            </Card>
          ),
        )}
      </Stack>
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
      <Text aloud role="status">
        {lessonSteps.announced}
      </Text>
      <Text aloud role="status">
        {sectionSteps.announced}
      </Text>
    </Box>
  )
}
