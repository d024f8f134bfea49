import { Button } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { IconMaximize } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import classes from '#web/ui/ContentFrame.module.css'
import { Row, Stack } from '#web/ui/layout.tsx'

/** Somebody else's content within a lesson, which can take the whole screen; `note` is beside the button. */
export const ContentFrame = ({
  note,
  ref,
  ...props
}: ComponentProps<'iframe'> & { title: string; note?: ReactNode }) => {
  const frame = useRef<HTMLIFrameElement>(null)
  return (
    <Stack gap={2}>
      <iframe ref={useMergedRef(frame, ref)} className={classes.frame} {...props} />
      <Row gap={2} wrap justify={note ? 'between' : 'end'}>
        {note}
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconMaximize size={15} aria-hidden="true" />}
          onClick={() => void frame.current?.requestFullscreen().catch(() => {})}
        >
          На весь экран
        </Button>
      </Row>
    </Stack>
  )
}
