import { IconGripVertical } from '@tabler/icons-react'
import type { PointerEvent } from 'react'
import classes from '#web/courses/outline/Outline.module.css'
import { Center } from '#web/ui/layout.tsx'

/** The handle to drag a row of the outline by; its menu and Alt with an arrow do the same. */
export const Grip = ({ tip, onPress }: { tip: string; onPress: ((event: PointerEvent) => void) | undefined }) => (
  <Center as="span" tone="quiet" fixed className={classes.grip} data-tip={tip} onPointerDown={onPress}>
    <IconGripVertical size={18} stroke={1.6} aria-hidden="true" />
  </Center>
)
