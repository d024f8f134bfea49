import { matchPage, pathTo } from '#contract/pages.ts'
import classes from '#web/auth/AuthCard.module.css'
import { readWantedPage } from '#web/auth/wanted-page.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Row, Text } from '#web/ui/layout.tsx'

/** Whether a page is for those who take a course: somebody new is not among them yet. */
const isOfCourse = (href: string) => {
  const name = matchPage(new URL(href, location.origin).pathname)?.name
  return name === 'courses.show' || name === 'lessons.show'
}

/** On the sign-in and registration forms: where they lead. `isNew`: nobody has enrolled the person yet. */
export const WantedPageNote = ({ isNew = false }: { isNew?: boolean }) => {
  const wanted = readWantedPage()
  return (
    wanted !== null && (
      <Text pad={2.5} padX={4} size={3} ground="brand" round="s" loose role="note">
        {isNew && isOfCourse(wanted)
          ? 'Вы шли на страницу курса. Она откроется, когда вас на него запишут.'
          : 'После входа откроется страница, на которую вы шли.'}
      </Text>
    )
  )
}

/** On the main page, to a guest who was turned away from a page for signed-in people. */
export const WantedPageNotice = () => {
  const wanted = readWantedPage()
  if (wanted === null) return null
  return (
    <Row
      as="section"
      gap={3}
      gapX={5}
      wrap
      justify="between"
      ground="brand"
      loose
      className={classes.turnedAway}
      aria-label="Нужно войти"
    >
      <Text from={20}>
        {isOfCourse(wanted) ? (
          <>
            <b>Курс открыт тем, кто на него записан.</b> Если это вы, войдите, и мы сразу вернём вас к нему. Впервые
            здесь? Зарегистрируйтесь, и школа сможет вас записать.
          </>
        ) : (
          <>
            <b>Эта страница открывается после входа.</b> Войдите или зарегистрируйтесь, и мы сразу вернём вас к ней.
          </>
        )}
      </Text>
      <Row gap={2} wrap>
        <LinkButton href={pathTo('login')}>Войти</LinkButton>
        <LinkButton quiet href={pathTo('registration')}>
          Зарегистрироваться
        </LinkButton>
      </Row>
    </Row>
  )
}
