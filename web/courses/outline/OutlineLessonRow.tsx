import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { ActionIcon, Checkbox, Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconClipboardText,
  IconClock,
  IconDots,
  IconEye,
  IconEyeOff,
  IconFolder,
  IconPencil,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import type { OutlineLesson, Section } from '#contract/courses/courses.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { lessonMark } from '#web/courses/lesson-mark.ts'
import { Grip } from '#web/courses/outline/Grip.tsx'
import { RenameField } from '#web/courses/outline/NameField.tsx'
import classes from '#web/courses/outline/Outline.module.css'
import { isNew } from '#web/courses/outline/use-outline.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { Row, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { Way } from '#web/ui/use-steps.ts'

/** What the rows of an outline do; the same object for as long as the outline is shown. */
export interface LessonActs {
  startRename: (id: number) => void
  rename: (id: number, name: string | null, byKey: boolean) => void
  step: (id: number, way: Way) => void
  place: (id: number, sectionId: number | null) => void
  setStatus: (id: number, act: 'publish' | 'unpublish') => void
  remove: (id: number) => void
  select: (id: number, range: boolean) => void
  drag: (event: React.PointerEvent, id: number) => void
}

interface RowProps {
  lesson: OutlineLesson
  number: number
  sections: Section[]
  acts: LessonActs
  current: boolean
  /** The outline is beside a lesson that is edited: names lead from editor to editor. */
  beside: boolean
  renaming: boolean
  selected: boolean
  /** A dragged lesson would be dropped right after this one. */
  marked: boolean
  dragged: boolean
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <Row as="span" gap={1} inline>
    {icon}
    {children}
  </Row>
)

const Facts = ({ lesson }: { lesson: OutlineLesson }) => {
  const { has_assignment, due_at, publish_at } = lesson
  const mark = lessonMark(lesson)
  return (
    <Row as="span" gap={0} gapX={2.5} inline wrap size={2} tone="quiet" className={classes.facts}>
      {has_assignment && (
        <Fact icon={<IconClipboardText size={15} aria-hidden="true" />}>
          {due_at ? `Задание до ${formatMoment(due_at)}` : 'Задание'}
        </Fact>
      )}
      {mark?.icon === 'clock' && publish_at && (
        <Fact icon={<IconClock size={15} aria-hidden="true" />}>Откроется {formatMoment(publish_at)}</Fact>
      )}
      {mark && mark.icon !== 'clock' && <StatusBadge status={mark} />}
    </Row>
  )
}

const RowMenu = ({ lesson, sections, acts }: Pick<RowProps, 'lesson' | 'sections' | 'acts'>) => {
  const { id, name, status } = lesson
  const draft = status.slug === 'draft'
  return (
    <Menu position="bottom-end" shadow="md" width={270} returnFocus={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Действия с уроком «${name}»`}>
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconEye size={16} aria-hidden="true" />}
          component={Link}
          to={pathTo('lessons.show', { id })}
        >
          Открыть урок
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden="true" />} onClick={() => acts.startRename(id)}>
          Переименовать
        </Menu.Item>
        <Menu.Item
          leftSection={draft ? <IconSend size={16} aria-hidden="true" /> : <IconEyeOff size={16} aria-hidden="true" />}
          onClick={() => acts.setStatus(id, draft ? 'publish' : 'unpublish')}
        >
          {draft ? 'Опубликовать' : 'Вернуть в черновики'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconArrowUp size={16} aria-hidden="true" />} onClick={() => acts.step(id, -1)}>
          Выше
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={16} aria-hidden="true" />} onClick={() => acts.step(id, 1)}>
          Ниже
        </Menu.Item>
        {sections.length > 0 && <Menu.Label>Переместить в раздел</Menu.Label>}
        {sections.length > 0 &&
          [{ id: null, name: 'Без раздела' }, ...sections].map((section) => (
            <Menu.Item
              key={section.id}
              leftSection={<IconFolder size={16} aria-hidden="true" />}
              disabled={lesson.section_id === section.id || (section.id !== null && section.id < 0)}
              onClick={() => acts.place(id, section.id)}
            >
              {section.name}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden="true" />} onClick={() => acts.remove(id)}>
          В корзину
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** A lesson of the outline: Alt with an arrow moves it, F2 renames it. */
export const OutlineLessonRow = memo(
  ({ lesson, number, sections, acts, current, beside, renaming, selected, marked, dragged }: RowProps) => {
    const { id, name } = lesson
    const unsaved = isNew(lesson)
    // what is being edited beside it is changed there: two forms of one lesson would contradict each other
    const fixed = unsaved || (beside && current)
    return (
      <Row
        as="li"
        gap={1.5}
        className={classes.row}
        data-lesson={id}
        data-current={current || undefined}
        data-selected={selected || undefined}
        data-mark={marked || undefined}
        data-dragged={dragged || undefined}
        data-closed={lessonMark(lesson) !== null || undefined}
        aria-busy={unsaved || undefined}
        onKeyDown={(event) => {
          if (fixed || renaming) return
          if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
            event.preventDefault()
            acts.step(id, event.key === 'ArrowUp' ? -1 : 1)
          }
          if (event.key === 'F2') {
            event.preventDefault()
            acts.startRename(id)
          }
        }}
      >
        <Checkbox
          size="sm"
          className={classes.check as string}
          aria-label={`Отметить урок «${name}»`}
          checked={selected}
          disabled={unsaved}
          onChange={() => {}}
          onClick={(event) => acts.select(id, event.shiftKey)}
        />
        <Grip tip="Перетащите, чтобы переместить" onPress={fixed ? undefined : (event) => acts.drag(event, id)} />
        <Text as="span" size={3} tone="quiet" fixed digits className={classes.number} aria-hidden="true">
          {number}
        </Text>
        <Row grow gap={0} gapX={3} wrap justify="between" className={classes.text}>
          {renaming ? (
            <RenameField
              label={`Новое название урока «${name}»`}
              name={name}
              onEnd={(next, byKey) => acts.rename(id, next, byKey)}
            />
          ) : unsaved ? (
            <Text as="span" tone="quiet" tight anywhere>
              {name}
            </Text>
          ) : (
            <Text
              as={Link}
              links="quiet"
              weight="medium"
              tight
              anywhere
              to={pathTo(beside ? 'lessons.edit' : 'lessons.show', { id })}
              data-outline-link={`lesson-${id}`}
              aria-current={current ? 'page' : undefined}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown F2"
            >
              {name}
            </Text>
          )}
          <Facts lesson={lesson} />
        </Row>
        {!unsaved && !beside && (
          <ActionIcon
            component={Link}
            to={pathTo('lessons.edit', { id })}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Изменить урок «${name}»`}
            data-tip="Изменить урок"
          >
            <IconPencil size={17} aria-hidden="true" />
          </ActionIcon>
        )}
        {!fixed && <RowMenu lesson={lesson} sections={sections} acts={acts} />}
      </Row>
    )
  },
)
