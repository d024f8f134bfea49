import type { DemoCourse } from '../types.ts'
import { liveSection } from './layout-live.ts'
import { longTextsSection } from './layout-long-texts.ts'
import { orderSection } from './layout-order.ts'

/** The school's main course: from an empty page to a published longread. */
export const layout: DemoCourse = {
  key: 'layout',
  name: 'Основы вёрстки',
  summary:
    'Научимся раскладывать текст и картинки так, чтобы страницу хотелось читать: от первой сетки до лонгрида, который открывают с телефона.',
  content: `<p>Вёрстка отвечает на один вопрос: куда смотреть сначала, а куда потом. Остальное, то есть колонки, поля, шрифты и свойства в коде, помогает на него ответить.</p>
<h2>Чему вы научитесь</h2>
<ul>
<li>Видеть сетку на чужой странице и строить свою.</li>
<li>Собирать длинный текст, который удобно читать подряд и по диагонали.</li>
<li>Переносить раскладку в браузер на CSS Grid и не бояться узкого экрана.</li>
<li>Проверять свою страницу с клавиатуры и в тёмной теме.</li>
</ul>
<h2>Как идёт курс</h2>
<p>Четырнадцать уроков и шесть работ. Каждую работу читает преподаватель: возвращает с замечаниями или принимает. Вернули работу? Так и задумано, со второй попытки она почти всегда становится лучше. Принятую можно опубликовать как проект.</p>
<h2>Что понадобится</h2>
<p>Браузер и любой редактор кода. Если раньше вы не писали на HTML и CSS, начните с первого раздела и не пропускайте примеры: их можно копировать и ломать.</p>`,
  status: 'published',
  teachers: ['vera', 'krylova'],
  students: [
    'ilya',
    'maria',
    'anna',
    'dmitry',
    'sofya',
    'timur',
    'ekaterina',
    'pavel',
    'artyom',
    'zarina',
    'alexandra',
    'gleb',
  ],
  sections: [orderSection, longTextsSection, liveSection],
}
