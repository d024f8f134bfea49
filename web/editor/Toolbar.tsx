import { Box, Row, Text } from '#web/ui/layout.tsx'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconDots, IconPlus } from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { type ComponentProps, Fragment, type KeyboardEvent, type ReactNode, useState } from 'react'
import { type Ask, type EditorCommand, keysText } from '#web/editor/commands.ts'
import classes from '#web/editor/Toolbar.module.css'

/** The buttons in sight, in groups; the rest is in the menu at the end. Narrow windows show only the most used. */
const wide = [
  ['bold', 'italic', 'underline', 'code', 'link'],
  ['bulletList', 'orderedList', 'taskList'],
  ['picture', 'table', 'codeBlock', 'formula'],
]
const narrow = [['bold', 'italic', 'bulletList', 'link', 'picture']]
const styles = ['paragraph', 'h2', 'h3', 'h4', 'blockquote']
const others = [
  ['underline', 'strike', 'code'],
  ['orderedList', 'taskList'],
  ['video', 'file', 'table', 'codeBlock', 'formula', 'blockFormula', 'quiz', 'rule'],
  ['callout-info', 'callout-warn', 'callout-ok', 'details'],
  ['redo'],
]

/** The keys that move between the buttons of a toolbar, which is one stop of Tab. */
const moves: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Moves the focus; returns the button that has it now. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[data-tool]:not(:disabled)')]
  const at = buttons.indexOf(event.target as HTMLButtonElement)
  const move = moves[event.key]
  if (!move || at < 0) return null
  event.preventDefault()
  const next = buttons[move(at, buttons.length)] as HTMLButtonElement
  next.focus()
  return next.dataset.tool ?? null
}

/** Mantine gives the button of a menu a class, too. */
const ToolButton = ({ tool, className = '', ...props }: ComponentProps<'button'> & { tool: string }) => (
  <Row
    as="button"
    type="button"
    data-tool={tool}
    gap={1}
    inline
    justify="center"
    pad={0}
    padX={1}
    tone="soft"
    className={`${classes.tool} ${className}`}
    {...props}
  />
)

const Tool = ({
  command: { id, label, keys, Icon },
  active,
  disabled,
  isStop,
  onClick,
}: {
  command: EditorCommand
  active: boolean | undefined
  disabled: boolean
  /** Whether Tab stops here. */
  isStop: boolean
  onClick: () => void
}) => (
  <ToolButton
    tool={id}
    aria-label={label}
    data-tip={keys ? `${label} · ${keysText(keys)}` : label}
    aria-pressed={active}
    aria-keyshortcuts={keys?.replaceAll('-', '+').replace('Mod', 'Control')}
    tabIndex={isStop ? 0 : -1}
    disabled={disabled}
    // the cursor stays in the text
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    <Icon size={18} stroke={1.5} aria-hidden="true" />
  </ToolButton>
)

const ToolMenu = ({
  id,
  isStop,
  label,
  target,
  groups,
  withKeys,
  run,
}: {
  id: string
  isStop: boolean
  label: string
  target: ReactNode
  /** Whether there may be a keyboard. */
  withKeys: boolean
  groups: EditorCommand[][]
  run: (command: EditorCommand) => void
}) => (
  <Menu
    position="bottom-start"
    shadow="md"
    width={270}
    transitionProps={{ duration: 0 }}
    returnFocus={false}
    withinPortal={false}
  >
    <Menu.Target>
      <ToolButton tool={id} aria-label={label} tabIndex={isStop ? 0 : -1}>
        {target}
      </ToolButton>
    </Menu.Target>
    <Menu.Dropdown className={classes.dropdown}>
      {groups.map((group, index) => (
        <Fragment key={group[0]?.id}>
          {index > 0 && <Menu.Divider role="separator" />}
          {group.map((command) => (
            <Menu.Item
              key={command.id}
              leftSection={<command.Icon size={18} stroke={1.5} aria-hidden="true" />}
              rightSection={
                withKeys &&
                command.keys && (
                  <Text as="kbd" size={1} tone="soft" className={classes.keys}>
                    {keysText(command.keys)}
                  </Text>
                )
              }
              onClick={() => run(command)}
            >
              {command.label}
            </Menu.Item>
          ))}
        </Fragment>
      ))}
    </Menu.Dropdown>
  </Menu>
)

/** The buttons over the text. Arrows move between them; Alt+F10 leads here from the text. */
export const Toolbar = ({
  editor,
  commands,
  ask,
  controls,
  label,
}: {
  editor: Editor
  commands: Map<string, EditorCommand>
  ask: Ask
  /** The id of the text. */
  controls: string
  /** The label of the text. */
  label: string
}) => {
  const isNarrow = useMediaQuery('(max-width: 40em)') ?? false
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      active: [...commands.values()].filter(({ isActive }) => isActive?.(current)).map(({ id }) => id),
      canUndo: current.can().undo(),
      canRedo: current.can().redo(),
    }),
  })
  /** Where arrows have moved to. */
  const [reached, setReached] = useState('')
  const run = (command: EditorCommand) => command.run(editor, ask)
  const known = (groups: string[][]) =>
    groups.map((ids) => ids.flatMap((id) => commands.get(id) ?? [])).filter(({ length }) => length > 0)

  const shown = known(isNarrow ? narrow : wide)
  const steps = known([isNarrow ? ['undo'] : ['undo', 'redo']])
  const inSight = new Set([...shown, ...steps].flat())
  const rest = known(others)
    .map((group) => group.filter((command) => !inSight.has(command)))
    .filter(({ length }) => length > 0)
  const style = styles.find((id) => state.active.includes(id) && commands.has(id)) ?? 'paragraph'
  const current = commands.get(style) as EditorCommand
  const isOff = ({ id }: EditorCommand) => (id === 'undo' && !state.canUndo) || (id === 'redo' && !state.canRedo)
  const stops = [...shown, ...steps].flat().flatMap((command) => (isOff(command) ? [] : command.id))
  if (commands.has('h2')) stops.push('styles')
  if (rest.length > 0) stops.push('rest')
  // a button that is off or not shown cannot be stopped at
  const stop = stops.includes(reached) ? reached : stops[0]
  const tools = (group: EditorCommand[]) => (
    <Row key={group[0]?.id} gap={0.5} align="stretch" className={classes.group} role="presentation">
      {group.map((command) => (
        <Tool
          key={command.id}
          command={command}
          active={command.isActive && state.active.includes(command.id)}
          disabled={isOff(command)}
          isStop={command.id === stop}
          onClick={() => run(command)}
        />
      ))}
    </Row>
  )
  return (
    <Row
      unprinted
      gap={0.5}
      wrap
      pad={1.5}
      ground="surface"
      edge="bottom"
      className={classes.toolbar}
      data-narrow={isNarrow || undefined}
      role="toolbar"
      aria-label={`Оформление: ${label}`}
      aria-controls={controls}
      onKeyDown={(event) => {
        const tool = moveFocus(event)
        if (tool) setReached(tool)
      }}
    >
      {commands.has('h2') && (
        <ToolMenu
          id="styles"
          isStop={stop === 'styles'}
          label={`Вид абзаца: ${current.label}`}
          target={
            <>
              {isNarrow ? (
                <current.Icon size={18} stroke={1.5} aria-hidden="true" />
              ) : (
                <Text as="span" size={3} weight="medium" clip className={classes.style}>
                  {current.label}
                </Text>
              )}
              <IconChevronDown size={14} aria-hidden="true" />
            </>
          }
          groups={known([styles])}
          withKeys={!isNarrow}
          run={run}
        />
      )}
      {shown.map(tools)}
      {rest.length > 0 && (
        <ToolMenu
          id="rest"
          isStop={stop === 'rest'}
          label={isNarrow ? 'Ещё' : 'Вставить'}
          target={isNarrow ? <IconDots size={18} aria-hidden="true" /> : <IconPlus size={18} aria-hidden="true" />}
          groups={rest}
          withKeys={!isNarrow}
          run={run}
        />
      )}
      <Box grow />
      {steps.map(tools)}
    </Row>
  )
}
