import { Link } from '#web/app/Link.tsx'
import { Row, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import '@mantine/core/styles/Menu.layer.css'
import { ActionIcon, Menu, TextInput } from '@mantine/core'
import { IconFolder, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { OutlineLesson, Section } from '#contract/courses/courses.schema.ts'
import { pathTo } from '#contract/pages.ts'
import classes from '#web/courses/ProgrammeEditor.module.css'
import { MoveButtons } from '#web/ui/MoveButtons.tsx'
import type { Steps } from '#web/ui/use-steps.ts'

/** The name of a section to type over, its moves, its end. */
export const SectionHead = ({
  section,
  disabled,
  steps,
  onRename,
  onRemove,
}: {
  section: Section
  disabled: boolean
  steps: Steps<number>
  onRename: (name: string) => void
  onRemove: () => void
}) => {
  // null while nobody types: the name that was saved
  const [typed, setTyped] = useState<string | null>(null)
  const finish = () => {
    const name = typed?.replace(/\s+/g, ' ').trim()
    setTyped(null)
    if (name && name !== section.name) onRename(name)
  }
  return (
    <Row gap={0.5} pad={2.5} edge="bottom" className={`${classes.line} ${classes.sectionHead}`}>
      <TextInput
        aria-label={`Название раздела «${section.name}»`}
        maxLength={200}
        value={typed ?? section.name}
        readOnly={disabled}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Escape') setTyped(null)
        }}
      />
      <MoveButtons moves={steps} id={section.id} name={section.name} busy={disabled} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Удалить раздел «${section.name}»`}
        data-tip="Удалить раздел"
        disabled={disabled}
        onClick={onRemove}
      >
        <IconTrash size={17} aria-hidden="true" />
      </ActionIcon>
    </Row>
  )
}

/** A lesson with its moves, and the sections it can go to. */
export const LessonRow = ({
  lesson,
  sections,
  disabled,
  steps,
  onPlace,
}: {
  lesson: OutlineLesson
  sections: Section[]
  disabled: boolean
  steps: Steps<number>
  onPlace: (sectionId: number | null) => void
}) => (
  <Row as="li" gap={0.5} pad={1} padX={2.5} className={`${classes.line} ${classes.row}`}>
    <Text as={Link} links="quiet" tight anywhere to={pathTo('lessons.edit', { id: lesson.id })}>
      {lesson.name}
    </Text>
    <MoveButtons moves={steps} id={lesson.id} name={lesson.name} busy={disabled} />
    {sections.length > 0 && (
      <Menu position="bottom-end" shadow="md" width={260}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`В другой раздел: ${lesson.name}`}
            data-tip="В другой раздел"
            disabled={disabled}
          >
            <IconFolder size={17} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Переместить в раздел</Menu.Label>
          {[{ id: null, name: 'Без раздела' }, ...sections].map(({ id, name }) => (
            <Menu.Item key={id} disabled={lesson.section_id === id} onClick={() => onPlace(id)}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    )}
  </Row>
)
