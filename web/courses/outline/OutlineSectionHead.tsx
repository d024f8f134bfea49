import '@mantine/core/styles/Menu.layer.css'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Section } from '#contract/courses/courses.schema.ts'
import { counted } from '#contract/plural.ts'
import { Grip } from '#web/courses/outline/Grip.tsx'
import { RenameField } from '#web/courses/outline/NameField.tsx'
import classes from '#web/courses/outline/Outline.module.css'
import { isNew } from '#web/courses/outline/use-outline.ts'
import { Row, Text } from '#web/ui/layout.tsx'
import type { Way } from '#web/ui/use-steps.ts'

/** What the heads of sections do. */
export interface SectionActs {
  startRename: (id: number) => void
  rename: (id: number, name: string | null, byKey: boolean) => void
  step: (id: number, way: Way) => void
  remove: (section: Section) => void
  drag: (event: React.PointerEvent, id: number) => void
}

/** The head of a section: its name is a button that renames it in its place. */
export const OutlineSectionHead = ({
  section,
  count,
  acts,
  renaming,
}: {
  section: Section
  count: number
  acts: SectionActs
  renaming: boolean
}) => {
  const { id, name } = section
  const unsaved = isNew(section)
  return (
    <Row
      gap={1.5}
      edge="bottom"
      className={`${classes.row} ${classes.sectionHead}`}
      aria-busy={unsaved || undefined}
      onKeyDown={(event) => {
        if (unsaved || renaming || !event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return
        event.preventDefault()
        acts.step(id, event.key === 'ArrowUp' ? -1 : 1)
      }}
    >
      <Grip
        tip="Перетащите, чтобы переместить раздел"
        onPress={unsaved ? undefined : (event) => acts.drag(event, id)}
      />
      <Row grow gap={0} gapX={3} wrap justify="between" className={classes.text}>
        {renaming ? (
          <RenameField
            label={`Новое название раздела «${name}»`}
            name={name}
            onEnd={(next, byKey) => acts.rename(id, next, byKey)}
          />
        ) : (
          <h3>
            <button
              type="button"
              className={classes.sectionName}
              disabled={unsaved}
              data-outline-link={`section-${id}`}
              data-tip="Переименовать раздел"
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              onClick={() => acts.startRename(id)}
            >
              {name}
            </button>
          </h3>
        )}
        <Text as="span" size={2} tone="quiet" className={classes.facts}>
          {count > 0 ? counted(count, 'урок', 'урока', 'уроков') : 'пока без уроков'}
        </Text>
      </Row>
      {!unsaved && (
        <Menu position="bottom-end" shadow="md" width={240} returnFocus={false}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Действия с разделом «${name}»`}>
              <IconDots size={18} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden="true" />} onClick={() => acts.startRename(id)}>
              Переименовать
            </Menu.Item>
            <Menu.Item leftSection={<IconArrowUp size={16} aria-hidden="true" />} onClick={() => acts.step(id, -1)}>
              Выше
            </Menu.Item>
            <Menu.Item leftSection={<IconArrowDown size={16} aria-hidden="true" />} onClick={() => acts.step(id, 1)}>
              Ниже
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden="true" />}
              onClick={() => acts.remove(section)}
            >
              Удалить раздел
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </Row>
  )
}
