import '@mantine/core/styles/Menu.layer.css'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Section } from '#contract/courses/courses.schema.ts'
import { counted } from '#contract/plural.ts'
import classes from '#web/courses/outline/Outline.module.css'
import { isNew } from '#web/courses/outline/use-outline.ts'
import { Row, Text } from '#web/ui/layout.tsx'

/** The acts on the selected lessons, at the lower edge of the window while some are selected. */
export const OutlineSelectionBar = ({
  count,
  sections,
  onAct,
  onClear,
}: {
  count: number
  sections: Section[]
  onAct: (act: 'publish' | 'unpublish' | 'move' | 'delete', sectionId?: number | null) => void
  onClear: () => void
}) => (
  <Row
    as="section"
    gap={2}
    wrap
    pad={2.5}
    padX={4}
    ground="surface"
    round="m"
    edge="firm"
    shadow="menu"
    className={classes.selection}
    aria-label="Выбранные уроки"
  >
    <Text as="span" grow weight="medium" role="status">
      {counted(count, 'урок', 'урока', 'уроков')}
    </Text>
    <Button size="xs" onClick={() => onAct('publish')}>
      Опубликовать
    </Button>
    <Button size="xs" variant="default" onClick={() => onAct('unpublish')}>
      В черновики
    </Button>
    {sections.length > 0 && (
      <Menu position="top" shadow="md" width={260}>
        <Menu.Target>
          <Button size="xs" variant="default">
            В раздел…
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {[{ id: null, name: 'Без раздела' }, ...sections.filter((section) => !isNew(section))].map(({ id, name }) => (
            <Menu.Item key={id} onClick={() => onAct('move', id)}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    )}
    <Button size="xs" variant="default" onClick={() => onAct('delete')}>
      В корзину
    </Button>
    <ActionIcon variant="subtle" color="gray" size={32} aria-label="Снять выделение" onClick={onClear}>
      <IconX size={17} stroke={2} aria-hidden="true" />
    </ActionIcon>
  </Row>
)
