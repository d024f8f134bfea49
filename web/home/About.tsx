import type { Home } from '#contract/home/home.schema.ts'
import classes from '#web/home/GuestHome.module.css'
import { Paragraphs } from '#web/ui/Paragraphs.tsx'

/** Who we are, where to find us, and the links that curators chose; null when nothing of it is known. */
export const About = ({ home: { settings, school } }: { home: Home }) => {
  const facts = [
    ...(school.address ? [{ name: 'Адрес', value: school.address, href: null }] : []),
    ...(school.phone
      ? [{ name: 'Телефон', value: school.phone, href: `tel:${school.phone.replace(/[^+\d]/g, '')}` }]
      : []),
    ...(school.email ? [{ name: 'Почта', value: school.email, href: `mailto:${school.email}` }] : []),
  ]
  if (!settings.about.text && settings.links.length === 0 && facts.length === 0) return null
  return (
    <div className={classes.about}>
      <div className={classes.story}>
        <Paragraphs text={settings.about.text} />
        {settings.links.length > 0 && (
          <ul className={classes.links}>
            {settings.links.map(({ title, url }) => (
              <li key={url}>
                <a href={url}>{title}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
      {facts.length > 0 && (
        <dl className={classes.contacts}>
          {facts.map(({ name, value, href }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{href ? <a href={href}>{value}</a> : value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
