import { pathTo } from '#contract/pages.ts'
import classes from '#web/app/Header.module.css'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/** The main menu of guests (specification §2); drawn by the server as well. */
export const GuestLinks = () => (
  <>
    <a href={pathTo('organisation')} className={`${classes.button} ${classes.wide}`}>
      Об организации
    </a>
    <a href={pathTo('login')} className={classes.button}>
      Вход
    </a>
    <LinkButton href={pathTo('registration')}>Регистрация</LinkButton>
  </>
)
