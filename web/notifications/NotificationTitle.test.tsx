import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { NotificationTitle } from '#web/notifications/NotificationTitle.tsx'

const drawn = (html: string) => renderToStaticMarkup(<NotificationTitle html={html} />)

it('shows bold names as they were written', () => {
  // as `escapeHtml` of the server writes it
  const name = 'Ёлки &amp; «иголки» &lt;i&gt;&quot;1&quot; &#39;2&#39;'
  expect(drawn(`Работа <b>${name}</b> ждёт вас, и <b>ещё</b>`)).toBe(
    '<span>Работа <b>Ёлки &amp; «иголки» &lt;i&gt;&quot;1&quot; &#x27;2&#x27;</b> ждёт вас, и <b>ещё</b></span>',
  )
})

it('shows links to pages of the site', () => {
  const html = 'Вы прошли курс <b>«Шрифт &amp; цвет»</b>: <a href="/certificates/DEEH-1">вот ваш сертификат</a>, ура'
  expect(drawn(html)).toBe(`<span>${html}</span>`)
})

it.each([
  '<a href="https://example.com/">а</a>',
  '<a href="//example.com/">а</a>',
  '<a href="/\\example.com/">а</a>',
  '<a href="javascript:alert(1)">а</a>',
  '<a href="/" onclick="alert(1)">а</a>',
  '<a href="/"><img src=x></a>',
  '<img src=x onerror=alert(1)>',
  '<b onclick=alert(1)>Б</b>',
  '<b><script>alert(1)</script></b>',
  '</span><b>',
  '<b>',
])('shows as text what a title should not have: %s', (html) => {
  expect(drawn(html)).not.toMatch(/<(?!\/?(span|b)>)/)
  expect(drawn(html)).toMatch(/^<span>.*<\/span>$/)
})
