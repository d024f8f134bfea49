import { walk } from '#demo/drawings/screens.ts'
import { zipOf } from './zip.ts'

const page = (title: string, body: string) => `<!doctype html>
<html lang="ru">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${title}</title>
    <link rel="stylesheet" href="style.css">
  </head>
  <body>
${body}
  </body>
</html>
`

const grid = `.longread {
  --gap: clamp(16px, 3vw, 24px);
  display: grid;
  grid-template-columns:
    [full-start] var(--gap)
    [text-start] minmax(0, 68ch) [text-end]
    minmax(0, 240px) [wide-end]
    var(--gap) [full-end];
  row-gap: 24px;
}
.longread > * { grid-column: text; margin: 0; }
.longread .note { grid-column: text-end / wide-end; }
.longread .picture { grid-column: full; }
`

/** The student's starting point for the longread. */
export const longreadStart = () =>
  zipOf({
    'index.html': page(
      'Мой лонгрид',
      `    <main class="longread">
      <h1>Заголовок</h1>
      <p>Первый абзац.</p>
      <aside class="note">Врезка рядом со своим абзацем.</aside>
      <figure class="picture"><!-- картинка и подпись --></figure>
    </main>`,
    ),
    'style.css': `body { margin: 0; font: 1rem/1.5 Onest, system-ui, sans-serif; }\n${grid}`,
  })

/** Ilya's longread as he handed it in. */
export const longreadPage = () =>
  zipOf({
    'staraya-liniya/index.html': page(
      'Прогулка вдоль старой линии',
      `    <main class="longread">
      <h1>Прогулка вдоль старой линии</h1>
      <p>${walk.beginning}</p>
      <aside class="note">Рельсы не вывезли: их закатали в асфальт, так дешевле.</aside>
      <h2>Звон под асфальтом</h2>
      <p>${walk.next}</p>
      <h2>Кольцо</h2>
      <p>${walk.last}</p>
    </main>`,
    ),
    'staraya-liniya/style.css': `body { margin: 0; font: 1rem/24px Onest, system-ui, sans-serif; background: #fffdf8; }\nh1, h2 { line-height: 1.15; }\n${grid}`,
  })

/** Ilya's poster: a page and its styles. */
export const cherryPage = () =>
  zipOf({
    'vishnevy-sad/index.html': page(
      'Вишнёвый сад',
      `    <main class="poster">
      <h1><span>Вишнёвый</span> <b>сад</b></h1>
      <p class="when">14 марта, 19:00<br>Театр на Учебной</p>
      <p class="small">Антон Чехов. Комедия в четырёх действиях.<br>Режиссёр Л. Гаева. 12+</p>
    </main>`,
    ),
    'vishnevy-sad/style.css': `.poster {
  aspect-ratio: 2 / 3;
  width: min(100%, 640px);
  display: grid;
  grid-template-rows: auto auto 1fr;
  padding: 7%;
  box-sizing: border-box;
  overflow: hidden;
  container-type: inline-size;
  background: #4b0d1f;
  color: #fff6f2;
  font-family: Onest, system-ui, sans-serif;
}
h1 { display: contents; }
h1 span { font-size: 13cqi; line-height: 1; }
h1 b { order: 9; align-self: end; font-size: 57cqi; line-height: .75; translate: 0 8%; }
.when { font-size: 4.7cqi; line-height: 1.45; }
.small { font-size: 3cqi; line-height: 1.45; }
`,
  })
