import type { Home } from '#contract/home/home.schema.ts'
import classes from '#web/home/GuestHome.module.css'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
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
      <Stack gap={3} size={6} tone="soft" className={classes.story}>
        <Paragraphs text={settings.about.text} />
        {settings.links.length > 0 && (
          <Row as="ul" links="underlined" gap={2} gapX={4.5} wrap align="stretch" plain weight="medium">
            {settings.links.map(({ title, url }) => (
              <li key={url}>
                <a href={url}>{title}</a>
              </li>
            ))}
          </Row>
        )}
      </Stack>
      {facts.length > 0 && (
        <Stack as="dl" links="underlined" gap={3} anywhere className={classes.contacts}>
          {facts.map(({ name, value, href }) => (
            <div key={name}>
              <Text as="dt" size={2} tone="quiet">
                {name}
              </Text>
              <Text as="dd" weight={href ? 'medium' : undefined}>
                {href ? <a href={href}>{value}</a> : value}
              </Text>
            </div>
          ))}
        </Stack>
      )}
    </div>
  )
}
