import classes from '#web/app/screens.module.css'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/**
 * What an address without a page shows; drawn by the server as well. `text` is that of the page that was looked for.
 */
export const NotFoundView = ({ text }: { text: string | null }) => (
  <div className={classes.message}>
    <h1 className={classes.code}>Ошибка 404</h1>
    <p>{text ?? 'Такой страницы нет. Возможно, её перенесли или в адресе опечатка.'}</p>
    <LinkButton href="/">На главную</LinkButton>
  </div>
)
