import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { ApiError, describeError } from '#web/app/api-error.ts'
import { NotFoundScreen } from '#web/app/not-found.page.tsx'
import { Box } from '#web/ui/layout.tsx'
import classes from '#web/ui/states.module.css'

/** Instead of what could not be loaded. `page` turns «not there» into the 404 screen: for the thing a page is about. */
export const ErrorState = ({ error, onRetry, page }: { error: unknown; onRetry?: () => void; page?: boolean }) => {
  if (page && error instanceof ApiError && error.status === 404) return <NotFoundScreen />
  const { title, detail } = describeError(error)
  return (
    <Box gap={2} pad={8} padX={5} className={classes.state} role="alert">
      <IconCloudOff size={40} stroke={1.25} aria-hidden="true" />
      {page ? <h1>{title}</h1> : <h2>{title}</h2>}
      <p>{detail}</p>
      {onRetry && (
        <div>
          <Button variant="default" onClick={onRetry}>
            Повторить
          </Button>
        </div>
      )}
    </Box>
  )
}
