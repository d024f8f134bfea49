import { pathTo } from '#contract/pages.ts'
import classes from '#web/auth/AuthCard.module.css'
import { readWantedPage } from '#web/auth/wanted-page.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Row, Text } from '#web/ui/layout.tsx'

/** On the sign-in and registration forms: where they lead. */
export const WantedPageNote = () =>
  readWantedPage() !== null && (
    <Text pad={2.5} padX={4} size={3} ground="brand" round="s" loose role="note">
      После входа откроется страница, на которую вы шли.
    </Text>
  )

/** On the main page, to a guest who was turned away from a page for signed-in people. */
export const WantedPageNotice = () =>
  readWantedPage() !== null && (
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
        <b>Эта страница открывается после входа.</b> Войдите или зарегистрируйтесь, и мы сразу вернём вас к ней.
      </Text>
      <Row gap={2} wrap>
        <LinkButton href={pathTo('login')}>Войти</LinkButton>
        <LinkButton quiet href={pathTo('registration')}>
          Зарегистрироваться
        </LinkButton>
      </Row>
    </Row>
  )
