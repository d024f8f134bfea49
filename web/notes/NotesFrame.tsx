import '#web/ui/modal-styles.ts'
import { CloseButton, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLock } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from '#web/notes/Notes.module.css'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'

const title = 'Мои заметки'

const Title = ({ close }: { close: ReactNode }) => (
  <Row justify="between" align="start" gap={3} pad={4} edge="bottom">
    <div>
      <Text as="h2" size={6}>
        {title}
      </Text>
      <Row gap={1} mt={0.5} size={2} tone="quiet">
        <IconLock size={14} aria-hidden="true" />
        Видите только вы
      </Row>
    </div>
    {close}
  </Row>
)

interface FrameProps {
  onClose: () => void
  children: ReactNode
}

/** Beside the text: it can be read and quoted meanwhile. */
const Panel = ({ onClose, children }: FrameProps) => {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const inside = panel.current?.contains(document.activeElement)
    if (!inside) panel.current?.focus({ preventScroll: true })
  }, [])
  const closeByKey = ({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape' && !defaultPrevented) onClose()
  }
  return (
    <Stack
      as="section"
      ref={panel}
      tabIndex={-1}
      ground="surface"
      round="m"
      edge="line"
      shadow="card"
      unprinted
      className={classes.panel}
      aria-label={title}
      onKeyDown={closeByKey}
    >
      <Title close={<CloseButton aria-label="Закрыть заметки" onClick={onClose} />} />
      <Box pad={4} className={classes.body}>
        {children}
      </Box>
    </Stack>
  )
}

/** Over the text, where there is no room beside it. */
const Sheet = ({ onClose, children }: FrameProps) => {
  // opened after it is mounted, so that it slides in
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(true), [])
  return (
    <Drawer.Root
      opened={shown}
      onClose={onClose}
      position="bottom"
      size="min(40rem, 85dvh)"
      zIndex="var(--z-drawer)"
      returnFocus={false}
    >
      <Drawer.Overlay backgroundOpacity={0.45} />
      <Drawer.Content aria-label={title}>
        <Title close={<Drawer.CloseButton aria-label="Закрыть заметки" />} />
        <Drawer.Body p={0}>
          <Box pad={4}>{children}</Box>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** Whether the notes are over the text instead of beside it. */
export const useIsOver = () => useMediaQuery('(max-width: 860px)', false, { getInitialValueInEffect: false })

/** Where the reader's notes are written. */
export const NotesFrame = (props: FrameProps) => (useIsOver() ? <Sheet {...props} /> : <Panel {...props} />)
