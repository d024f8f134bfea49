import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useEffect } from 'react'
import { called } from '#contract/users/student-word.ts'
import { focusPage } from '#web/app/page-focus.ts'
import classes from '#web/courses/AsStudentBar.module.css'
import { ApiError } from '#web/data/api-error.ts'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'

/** What the bar of a page needs. */
export interface AsStudentBarProps {
  /** Back to what staff see. */
  onLeave: () => void
  /** Why there is nothing to show. */
  error?: Error | null | undefined
}

/** Why a student does not see the page. */
const reasonOf = (error: Error) => {
  if (error instanceof ApiError && error.status === 404)
    return `${called('Студенты')} этого не видят: страница в черновиках или ещё не открылась.`
  return error instanceof ApiError ? error.message : 'Страница не загрузилась. Проверьте связь и обновите её.'
}

/** The bar of a page that is shown as students see it, with the way back; with an error, also why nothing is there. */
const AsStudentBar = ({ onLeave, error }: AsStudentBarProps) => {
  // what led here, or back, goes with the view that it was in
  useEffect(() => {
    focusPage()
    return focusPage
  }, [])
  return (
    <>
      <Box
        as="section"
        aria-label={`Просмотр глазами ${called('студента')}`}
        className={classes.bar}
        ground="brand"
        unprinted
      >
        <Row gap={2} gapX={4} wrap justify="between" pad={2} padX={5} className={classes.row}>
          <Row gap={2} gapX={2.5} shrink>
            <Text as="span" tone="brand" className={classes.eye}>
              <IconEye size={19} aria-hidden="true" />
            </Text>
            <Text size={3} tight>
              <b>Вы смотрите как {called('студент')}.</b>{' '}
              <span className={classes.more}>Сдавать работы и отмечать уроки отсюда нельзя.</span>
            </Text>
          </Row>
          <Button size="sm" variant="default" onClick={onLeave}>
            Вернуться
          </Button>
        </Row>
      </Box>
      {error && (
        <Wrap>
          <h1 className={classes.title}>Так видит {called('студент')}</h1>
          <Notice icon="draft" tone="idle">
            {reasonOf(error)}
          </Notice>
        </Wrap>
      )}
    </>
  )
}

export default AsStudentBar
