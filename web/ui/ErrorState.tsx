import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { NotFoundScreen } from '#web/app/not-found.page.tsx'
import { OfflineHint } from '#web/app/OfflineHint.tsx'
import { ApiError, describeError } from '#web/data/api-error.ts'
import { continuesText, isAway } from '#web/data/away.ts'
import { Box, Stack, Text } from '#web/ui/layout.tsx'
import classes from '#web/ui/states.module.css'

/**
 * Instead of what could not be loaded. `page` turns «not there» into the 404 screen, or into another one: for the thing
 * a page is about.
 */
export const ErrorState = ({ error, onRetry, page }: { error: unknown; onRetry?: () => void; page?: ReactNode }) => {
  if (page && error instanceof ApiError && error.status === 404) return page === true ? <NotFoundScreen /> : page
  const { title, detail } = describeError(error)
  return (
    <Stack gap={2} align="center" pad={8} padX={5} className={classes.state} role="alert">
      <Text as="span" mb={2} tone="quiet">
        <IconCloudOff size={40} stroke={1.25} aria-hidden="true" />
      </Text>
      {page ? <h1>{title}</h1> : <h2>{title}</h2>}
      <Text tone="soft">{detail}</Text>
      {isAway(error) && <Text tone="quiet">{continuesText}</Text>}
      {page && <OfflineHint error={error} />}
      {onRetry && (
        <Box mt={3}>
          <Button variant="default" onClick={onRetry}>
            Повторить
          </Button>
        </Box>
      )}
    </Stack>
  )
}
