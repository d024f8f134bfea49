import { Box, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import type { ReactNode } from 'react'
import classes from '#web/auth/AuthCard.module.css'

/** The frame of the screens for guests: one card, one heading, and where else to go. */
export const AuthCard = ({
  title,
  lead,
  footer,
  children,
}: {
  title: string
  lead?: ReactNode
  footer?: ReactNode
  children?: ReactNode
}) => (
  <div className={classes.screen}>
    <Box ground="surface" round="l" edge="line" shadow="menu" className={classes.card}>
      <h1>{title}</h1>
      {lead && (
        <Text mt={2} tone="soft" links="underlined">
          {lead}
        </Text>
      )}
      {children}
    </Box>
    {footer && (
      <Box mt={4.5} tone="soft" links="underlined" className={classes.footer}>
        {footer}
      </Box>
    )}
  </div>
)
